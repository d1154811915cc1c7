/** Makes an element a tab stop only while it scrolls. How much fits depends on fonts, zoom and window, so it is
 * measured. */
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
  // The content changes while the element keeps its size.
  const content = new MutationObserver(watch);
  content.observe(node, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    content.disconnect();
  };
}
