// The parts of the game that the drawing needs, from the components of the table.

import { COLOURS } from '../../art/colours';
import type { HasteBockView, Player as Hand } from '../../types/haste-bock';
import type { Components } from '../board';

export const KINDS = ['step', 'ram', 'leap', 'diagonal', 'straight', 'trough', 'turn'];

interface Track {
  length: number;
  phases: number[];
  walls: number[];
  pens: number[];
  panic: number[];
}

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === 'number') : [];
const part = (components: Components, name: string): Record<string, unknown> =>
  (components[name] ?? {}) as Record<string, unknown>;

export function trackOf(components: Components): Track {
  const { length, phases, walls, pens } = part(components, 'track');
  return {
    length: typeof length === 'number' ? length : 74,
    phases: numbers(phases),
    walls: numbers(walls),
    pens: numbers(pens),
    panic: numbers(part(components, 'panic')['fields']),
  };
}

/** The first wall or pen ahead of the time stone, where it stops or scores next. */
export function goalOf(track: Track, stone: number): { kind: 'wall' | 'pen'; field: number } | null {
  const goals = [
    ...track.walls.map((field) => ({ kind: 'wall' as const, field })),
    ...track.pens.map((field) => ({ kind: 'pen' as const, field })),
  ].sort((one, other) => one.field - other.field);
  return goals.find(({ kind, field }) => (kind === 'wall' ? stone <= field : stone < field)) ?? null;
}

/** The parts of `ram2`; a ram without a card has no number. */
export function cardOf(name: string): { kind: string; number: number | null } {
  const [, kind = name, number = ''] = /^([a-z]+)(\d*)$/.exec(name) ?? [];
  return { kind, number: number === '' ? null : Number(number) };
}

export interface Slot {
  name: string;
  kind: string;
  number: number;
  used: boolean;
}

/** All cards of a hand in a fixed order; played ones keep their place, face down. */
export function slotsOf(components: Components, hand: Hand): Slot[] {
  const box = part(components, 'cards');
  const all = KINDS.flatMap((kind) => numbers(box[kind]).map((number) => ({ name: `${kind}${number}`, kind, number })));
  const held = Object.entries(hand.cards).flatMap(([name, count]) =>
    Array.from({ length: count }, () => ({ name, kind: cardOf(name).kind, number: cardOf(name).number ?? 0 })),
  );
  const left: Record<string, number> = { ...hand.cards };
  return (all.length > 0 ? all : held).map((card) => {
    const rest = left[card.name] ?? 0;
    left[card.name] = rest - 1;
    return { ...card, used: rest <= 0 };
  });
}

export const totalOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The number of a colour in art/colours.ts. */
export const colourNumber = (name: string): number =>
  Math.max(
    0,
    COLOURS.findIndex((colour) => colour.name === name),
  );

export const colour = (view: HasteBockView, seat: number): number => colourNumber(view.table[seat]?.colour ?? '');
