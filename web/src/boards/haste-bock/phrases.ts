// The board in words: prompts, events and the state of the table.

import type { GameEvent, HasteBockView } from '../../types/haste-bock';
import { type Phrase, words } from '../../words/words.svelte';
import type { BoardProps, Components, Fact, GameEvent as AnyEvent, Player } from '../board';
import { isTied, listed, nameOf, wonBy } from '../naming';
import { offersOf, otherOf } from './offers';
import { cardOf, goalOf, totalOf, trackOf } from './parts';

type View = HasteBockView;

const colourPhrase = (colour: string): Phrase => ({ key: `table.colour.${colour}` });
export const kindPhrase = (kind: string): Phrase => ({ key: `hb.kind.${kind}` });

/** The four phases by their subject; before the first field it is already the own pair. */
export const ABOUT = ['pair', 'pair', 'roger', 'thea', 'jacques'];
export const aboutOf = (view: View): string => ABOUT[view.track_phase] ?? 'pair';
/** What the phase scores. */
export const goalPhrase = (view: View): Phrase => ({ key: `hb.goal.${aboutOf(view)}` });

/** The distance to the next scoring of rows: over a wall, or into a pen. */
export const nextPhrase = ({ kind, field }: { kind: string; field: number }, stone: number): Phrase => ({
  key: `hb.next.${kind}`,
  values: { count: field - stone + (kind === 'wall' ? 1 : 0) },
});

export function prompt({ view, legal, draft, players }: Pick<BoardProps<View>, 'view' | 'legal' | 'draft' | 'players'>): Phrase {
  const offers = offersOf(legal, draft);
  const { cards, card, given, sheep, chosen, discards, walks, ready } = offers;
  if (discards.length > 0) return { key: ready ? 'hb.prompt.discard_this' : 'hb.prompt.discard' };
  if (walks.length > 0)
    return { key: walks.includes(0) ? 'hb.prompt.walk_may' : 'hb.prompt.walk', values: { steps: view.steps } };
  const other = otherOf(offers, new Set(view.flock.map(({ cell }) => cell)));
  if (card !== null && ready)
    return { key: other ? 'hb.prompt.sure_or_other' : 'hb.prompt.sure', values: { what: kindPhrase(cardOf(card).kind) } };
  if (given) {
    const values = { colour: view.die ?? 'other', why: view.throw ?? 'other' };
    return { key: chosen === null ? 'hb.prompt.ram_by_die' : 'hb.prompt.ram_whom', values };
  }
  if (card !== null) {
    const { kind } = cardOf(card);
    if (sheep.length > 1 && chosen === null) return { key: 'hb.prompt.which', values: { what: kindPhrase(kind) } };
    return { key: `hb.prompt.${kind}` };
  }
  if (cards.length > 0) return { key: 'hb.prompt.play', values: { wish: { key: `hb.wish.${aboutOf(view)}` } } };
  if (legal.length > 0) return { key: 'hb.prompt.choose' };
  return view.ranks === null ? waiting(view, players) : over(view, players);
}

function waiting(view: View, players: Player[]): Phrase {
  const names = players.filter(({ seat }) => seat !== view.seat && view.waiting_for.includes(seat)).map(({ name }) => name);
  if (names.length === 0) return { key: 'hb.prompt.moment' };
  const known = ['ramming', 'playing', 'walking'].includes(view.phase);
  return { key: `hb.wait.${known ? view.phase : 'other'}`, values: { names: listed(names), why: view.throw ?? 'other' } };
}

const over = (view: View, players: Player[]): Phrase => wonBy({ you: 'hb.over.you', other: 'hb.over.other' }, view, players);

export const why = (view: View): Phrase => ({ key: 'hb.why', values: { tied: isTied(view) } });

export function describeEvent(happened: AnyEvent, players: Player[]): Phrase | null {
  const event = happened as unknown as GameEvent;
  const name = 'seat' in event ? nameOf(players, event.seat) : '';
  switch (event.event) {
    case 'flockplaced':
      return { key: 'hb.tell.flockplaced' };
    case 'startchosen':
      return { key: 'hb.tell.startchosen', values: { name } };
    case 'dierolled':
    case 'ramlapsed':
      return { key: `hb.tell.${event.event}`, values: { name, colour: colourPhrase(event.colour) } };
    case 'sheepmoved':
      return {
        key: event.card === null ? 'hb.tell.rammed' : 'hb.tell.sheepmoved',
        values: { name, what: kindPhrase(event.what), number: event.card, count: event.moves.length },
      };
    case 'flockturned':
      return { key: 'hb.tell.flockturned', values: { name, side: event.side, number: event.card } };
    case 'carddiscarded':
      return {
        key: 'hb.tell.carddiscarded',
        values: { name, what: kindPhrase(cardOf(event.card).kind), number: cardOf(event.card).number },
      };
    case 'movementplayed':
      return { key: 'hb.tell.movementplayed', values: { name, steps: event.steps } };
    case 'stonemoved':
      return { key: 'hb.tell.stonemoved', values: { end: event.end, lost: event.lost } };
    case 'phasebegun':
      return {
        key: 'hb.tell.phasebegun',
        values: { number: event.number, goal: { key: `hb.goal.${ABOUT[event.number] ?? 'pair'}` } },
      };
    case 'scored':
      return { key: `hb.tell.scored.${CLAUSES[event.clause] ?? 'pair'}`, values: { name, points: event.points } };
    case 'panicbegun':
      return { key: 'hb.tell.panicbegun', values: { name, field: event.field } };
    case 'penaltypaid':
      return { key: 'hb.tell.penaltypaid', values: { name, cards: event.cards, points: Math.abs(event.points) } };
    case 'gameended': {
      const winners = players.filter(({ seat }) => event.ranks[seat] === 1).map((player) => player.name);
      return { key: 'hb.tell.gameended', values: { names: listed(winners), count: winners.length } };
    }
  }
  return null;
}

/** While the die rolls, its colour is not announced. */
export const announce = ({ event, seat }: AnyEvent, players: Player[]): Phrase | null =>
  event === 'dierolled' ? { key: 'hb.announce.dierolled', values: { name: nameOf(players, seat) } } : null;

/** The phase by the clause of a score. */
const CLAUSES: Record<string, string> = { 'HB-7.1': 'pair', 'HB-7.2': 'roger', 'HB-7.3': 'thea', 'HB-7.4': 'jacques' };

export function facts(view: View, seat: number): Fact[] {
  const hand = view.table[seat];
  if (!hand) return [];
  const cards = totalOf(hand.cards);
  const movement = totalOf(hand.movement);
  const shown: Fact[] = [{ icon: 'card', count: cards, label: { key: 'hb.fact.cards', values: { count: cards } } }];
  if (movement > 0)
    shown.push({ icon: 'clock', count: movement, label: { key: 'hb.fact.movement', values: { count: movement } } });
  return shown;
}

export function describeTable(view: View, players: Player[], components: Components): Phrase[] {
  if (view.flock.length === 0) return [];
  const said: Phrase[] = [
    { key: 'hb.describe.time', values: { stone: view.stone, goal: goalPhrase(view) } },
    { key: 'hb.describe.facing', values: { edge: view.facing } },
  ];
  if (view.start !== null) said.push({ key: 'hb.describe.start', values: { name: nameOf(players, view.start) } });
  const goal = goalOf(trackOf(components), view.stone);
  if (goal && view.rows.length > 0) said.push({ key: 'hb.describe.next', values: { next: nextPhrase(goal, view.stone) } });
  for (const colour of [...new Set(view.flock.map((sheep) => sheep.colour))]) {
    const seat = view.table.findIndex((hand) => hand.colour === colour);
    const cells = listed(view.flock.filter((sheep) => sheep.colour === colour).map(({ cell }) => cell));
    const whose = colour === 'black' ? 'thea' : seat < 0 ? 'neutral' : 'player';
    said.push({ key: 'hb.describe.sheep', values: { whose, name: nameOf(players, seat), colour: colourPhrase(colour), cells } });
  }
  for (const { seat, name } of players) {
    const hand = view.table[seat];
    if (hand)
      said.push({ key: 'hb.describe.hand', values: { name, points: view.scores[seat] ?? 0, cards: handText(hand.cards) } });
  }
  if (view.ranks !== null) said.push(over(view, players));
  return said;
}

/** 'Step 1, Ram 2, …' */
export function handText(cards: Record<string, number>): string {
  const names = Object.entries(cards).flatMap(([card, count]) => Array.from({ length: count }, () => cardName(card)));
  return names.length === 0 ? '–' : listed(names);
}

const cardName = (card: string): string => {
  const { kind, number } = cardOf(card);
  return words.say({ key: 'hb.card', values: { what: kindPhrase(kind), number } });
};
