/** Marks text that does not fit its box as `long`: the box then uses a smaller font, and grows if necessary.
 * How much fits depends on language, fonts and window, so it is measured. */
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
