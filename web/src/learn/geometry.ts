// The ring around what a step points at, and the trail from the bubble to it.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Point {
  x: number;
  y: number;
}

/** How far the ring is from what it surrounds, unless that is as small as a line of text. */
const ROOM = 6;
/** How far the trail starts from the corners of the bubble. */
const INSET = 24;
/** How far above the ring a trail from the side runs. */
const ABOVE = 24;
/** A shorter trail would only be a smudge. */
const SHORTEST = 20;

const within = (value: number, least: number, most: number): number =>
  least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);

/** The ring around a thing, within the window. */
export function ringAround(thing: Box, width: number, height: number): Box {
  const edge = 2;
  const room = Math.min(ROOM, (thing.bottom - thing.top) / 10);
  return {
    left: within(thing.left - ROOM, edge, width - edge),
    top: within(thing.top - room, edge, height - edge),
    right: within(thing.right + ROOM, edge, width - edge),
    bottom: within(thing.bottom + room, edge, height - edge),
  };
}

/** The point of a box that is nearest to another point. */
const nearest = ({ left, top, right, bottom }: Box, { x, y }: Point, inset = 0): Point => ({
  x: within(x, left + Math.min(inset, (right - left) / 2), right - Math.min(inset, (right - left) / 2)),
  y: within(y, top + Math.min(inset, (bottom - top) / 2), bottom - Math.min(inset, (bottom - top) / 2)),
});

const middle = ({ left, top, right, bottom }: Box): Point => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** The side of a box that faces a point: its nearest edge, away from the corners. */
function facing(box: Box, to: Point): Point {
  const from = nearest(box, to, INSET);
  if (to.x < box.left) return { x: box.left, y: from.y };
  if (to.x > box.right) return { x: box.right, y: from.y };
  return { x: from.x, y: to.y < box.top ? box.top : box.bottom };
}

interface Trail {
  path: string;
  length: number;
  end: Point;
  /** The direction in which it arrives. */
  angle: number;
}

/** A curve from the bubble to the ring; null if they touch. */
export function trail(bubble: Box, ring: Box): Trail | null {
  const aim = middle(ring);
  const beside = aim.x < bubble.left || aim.x > bubble.right;
  const start = facing(bubble, !beside && nearest(bubble, aim).y === aim.y ? middle(bubble) : aim);
  const end = nearest(ring, start);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  if (length < SHORTEST) return null;
  // What lies between them can often be pressed as well, such as the other choices: the trail runs above it.
  const level = ring.top - ABOVE;
  if (beside && start.y > ring.top && level > bubble.top + INSET)
    return curve({ x: start.x, y: level }, { x: aim.x, y: level }, { x: aim.x, y: ring.top });
  // It swings out a little, as a sheep would walk.
  const swing = Math.min(40, length * 0.16) / length;
  const bend = {
    x: (start.x + end.x) / 2 - (end.y - start.y) * swing,
    y: (start.y + end.y) / 2 + (end.x - start.x) * swing,
  };
  return curve(start, bend, end);
}

const curve = (start: Point, bend: Point, end: Point): Trail => ({
  path: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`,
  length: Math.hypot(end.x - start.x, end.y - start.y),
  end,
  angle: (Math.atan2(end.y - bend.y, end.x - bend.x) * 180) / Math.PI,
});
