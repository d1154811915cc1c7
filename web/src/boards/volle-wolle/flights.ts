// Elements that fly over the table: a copy moves from one element to another and disappears.

const LONG = 620;

/** Fly copies of these elements, one after the other, to an element that is found once the table has changed. */
export function fly(root: HTMLElement, sources: Element[], target: () => Element | null): void {
  if (sources.length === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const ground = root.getBoundingClientRect();
  const ghosts = sources.map((source) => {
    const box = source.getBoundingClientRect();
    const ghost = source.cloneNode(true) as HTMLElement;
    ghost.removeAttribute('id');
    ghost.setAttribute('aria-hidden', 'true');
    ghost.setAttribute('inert', '');
    for (const name of ['data-action', 'data-draft', 'data-card', 'data-thing', 'data-refused', 'tabindex'])
      ghost.removeAttribute(name);
    Object.assign(ghost.style, {
      position: 'absolute',
      left: `${box.left - ground.left}px`,
      top: `${box.top - ground.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
      margin: '0',
      zIndex: '5',
      pointerEvents: 'none',
    });
    return { ghost, box };
  });
  requestAnimationFrame(() => {
    const goal = target()?.getBoundingClientRect();
    if (!goal) return;
    ghosts.forEach(({ ghost, box }, place) => {
      root.append(ghost);
      const x = goal.left + goal.width / 2 - box.left - box.width / 2;
      const y = goal.top + goal.height / 2 - box.top - box.height / 2;
      const scale = Math.min(1.5, Math.max(0.3, goal.height / Math.max(1, box.height)));
      const flight = ghost.animate(
        [
          { transform: 'none' },
          { transform: `translate(${x * 0.5}px, ${y * 0.5 - 28}px) scale(${(1 + scale) / 2}) rotate(-4deg)`, offset: 0.5 },
          { transform: `translate(${x}px, ${y}px) scale(${scale})` },
        ],
        { duration: LONG - 60 * ghosts.length, delay: place * 60, easing: 'cubic-bezier(.3,.1,.3,1)', fill: 'both' },
      );
      flight.onfinish = flight.oncancel = () => ghost.remove();
    });
  });
}
