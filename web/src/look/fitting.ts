/** A text that does not fit its box in the letters it has is `long`: the box has smaller ones for it, and grows if need be.
 * How much fits depends on language, fonts and window, so it is looked at and not guessed. */
export function fitting(node: HTMLElement): () => void {
  const look = (): void => {
    node.classList.remove('long');
    node.classList.toggle('long', node.scrollHeight > node.clientHeight);
  };
  const sizes = new ResizeObserver(look);
  sizes.observe(node);
  const content = new MutationObserver(look);
  content.observe(node, { characterData: true, childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
