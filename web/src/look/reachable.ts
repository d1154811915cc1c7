/** What scrolls must be reachable by keyboard; what does not should be no stop. How much fits depends on fonts, zoom and
 * window, so it is looked at and not guessed. */
export function reachable(node: HTMLElement): () => void {
  const look = (): void => {
    const scrolls = node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth;
    if (scrolls) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    sizes.disconnect();
    for (const one of [node, ...node.children]) sizes.observe(one);
  };
  // What is in it comes, goes and grows while it keeps its own size.
  const content = new MutationObserver(watch);
  content.observe(node, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
