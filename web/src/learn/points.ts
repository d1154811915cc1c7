// Finds what a step points at: 'thing …', 'draft …', 'action …', 'prompt' or 'seat 1' (see boards/board.ts).

/** Whether it can be seen: it is drawn, and not only there for screen readers. */
const isVisible = (one: Element): boolean => one.getClientRects().length > 0 && one.closest('.unseen') === null;

const found = (page: ParentNode, point: string, draft: string): Element[] => {
  for (const selector of selectorsOf(point, draft)) {
    const visible = [...page.querySelectorAll(selector)].find(isVisible);
    if (visible) return [visible];
  }
  return [];
};

/** Everything that a step to read points at. */
export const shownBy = (page: ParentNode, points: string[]): Element[] => points.flatMap((point) => found(page, point, ''));

/**
 * What to press next for the action that a step expects. Its points are the stages of the action: what is chosen
 * already leads to the next stage, and a whole draft to the button that confirms it. Several actions are alternatives.
 */
export function nextOf(page: ParentNode, points: string[], draft: string): Element[] {
  const actions = shownBy(
    page,
    points.filter((point) => point.startsWith('action ')),
  );
  if (actions.length > 0) return actions;
  // A later stage may be reachable at once, such as a place for some tile: the earlier ones come first all the same.
  const begun = (point: string): boolean => !point.startsWith('draft ') || draft.startsWith(textOf(point));
  const stages = points.slice(0, points.findIndex((point) => !begun(point)) + 1 || points.length);
  for (const point of [...stages.toReversed(), ...points.toReversed()]) {
    const next = found(page, point, draft);
    if (next.length > 0) return next;
  }
  return [];
}

const textOf = (point: string): string => point.slice(point.indexOf(' ') + 1);

/** Where it may be, the best place first. */
function selectorsOf(point: string, draft: string): string[] {
  const [kind] = point.split(' ');
  const text = textOf(point);
  const name = JSON.stringify(text);
  if (kind === 'prompt') return ['.prompt .sentence'];
  if (kind === 'seat') return [`.seats section > ul > li:nth-child(${Number(text) + 1})`];
  if (kind === 'thing') return [`[data-thing=${name}]`];
  const confirm = `[data-action=${name}]`;
  if (kind === 'action' || draft === text) return [confirm];
  return [`[data-draft=${name}]`, confirm];
}
