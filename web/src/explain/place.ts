// Where a card about a thing is shown: beside it, on screen, and not over it if there is room.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels between the thing and its card, and between the card and the edge of the window. */
const GAP = 8;

/** The upper left corner of a card of this size: above the thing, below it or beside it, wherever it fits first. */
export function placed(
  thing: Box,
  card: { width: number; height: number },
  window: { width: number; height: number },
): {
  left: number;
  top: number;
} {
  const kept = (at: number, size: number, room: number): number => Math.max(GAP, Math.min(at, room - size - GAP));
  const left = kept(thing.left + (thing.width - card.width) / 2, card.width, window.width);
  const top = kept(thing.top + (thing.height - card.height) / 2, card.height, window.height);
  const above = thing.top - GAP - card.height;
  const below = thing.top + thing.height + GAP;
  const before = thing.left - GAP - card.width;
  const after = thing.left + thing.width + GAP;
  if (above >= GAP) return { left, top: above };
  if (below + card.height <= window.height - GAP) return { left, top: below };
  if (after + card.width <= window.width - GAP) return { left: after, top };
  if (before >= GAP) return { left: before, top };
  return { left, top: kept(thing.top > window.height / 2 ? above : below, card.height, window.height) };
}
