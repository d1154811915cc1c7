// The board in words: prompts, events and the state of the table.

import type { GameEvent, SchafeSchubsenView } from '../../types/schafe-schubsen';
import type { Phrase } from '../../words/words.svelte';
import type { BoardProps, Fact, GameEvent as AnyEvent, Player } from '../board';
import { listed, nameOf, wonBy } from '../naming';
import { groundOf, nextWater, order, plannedDistance, previewOf, sheepOf, totalOf, type Preview } from './look';
import { cloverOf, distanceOf } from './offers';

type View = SchafeSchubsenView;

export function cloverPhrase(text: string): Phrase {
  const { kind, value } = cloverOf(text);
  return { key: `ss.clover.${kind}`, values: { value } };
}

export function previewPhrase(preview: Preview): Phrase {
  const { distance, far, end, ground } = preview;
  if (ground === 'off') return { key: 'ss.preview.off', values: { distance } };
  if (far !== end) return { key: 'ss.preview.back', values: { distance, far, end, ground } };
  return { key: 'ss.preview.to', values: { distance, end, ground } };
}

export function prompt({ view, legal, draft, players }: Pick<BoardProps<View>, 'view' | 'legal' | 'draft' | 'players'>): Phrase {
  const can = (verb: string): boolean => legal.some((action) => action.startsWith(`${verb} `));
  const field = sheepOf(view, view.seat)?.field ?? null;
  const preview = previewOf(view, plannedDistance(view, legal, draft));
  if (can('lay')) {
    if (distanceOf(draft) !== null && preview) return previewPhrase(preview);
    const water = field === null ? null : nextWater(view, field);
    return water === null ? { key: 'ss.prompt.lay_dry', values: { field } } : { key: 'ss.prompt.lay', values: { field, water } };
  }
  if (can('go') || can('use')) {
    if (!preview) return { key: 'ss.prompt.choose' };
    return can('use') ? { key: 'ss.prompt.walk', values: { preview: previewPhrase(preview) } } : previewPhrase(preview);
  }
  if (can('side')) return { key: 'ss.prompt.side' };
  if (can('take')) return { key: 'ss.prompt.take' };
  if (legal.length > 0) return { key: 'ss.prompt.choose' };
  return view.ranks === null ? waiting(view, players) : over(view, players);
}

function waiting(view: View, players: Player[]): Phrase {
  const names = players.filter(({ seat }) => seat !== view.seat && view.waiting_for.includes(seat)).map(({ name }) => name);
  if (names.length === 0) return { key: 'ss.prompt.moment' };
  const known = ['laying', 'clovers', 'turning', 'taking'].includes(view.phase);
  return { key: `ss.wait.${known ? view.phase : 'other'}`, values: { names: listed(names), count: names.length } };
}

const over = (view: View, players: Player[]): Phrase => wonBy({ you: 'ss.over.you', other: 'ss.over.other' }, view, players);

/** The sheep in front does not win, which surprises new players. */
export function why(view: View): Phrase {
  const left = view.sheep.filter(({ field }) => field !== null).length;
  const winners = view.ranks?.filter((rank) => rank === 1).length ?? 0;
  return { key: 'ss.why', values: { how: left < 2 ? 'last' : winners > 1 ? 'together' : 'behind' } };
}

export function describeEvent(happened: AnyEvent, players: Player[]): Phrase | null {
  const event = happened as unknown as GameEvent;
  const name = 'seat' in event ? nameOf(players, event.seat) : '';
  switch (event.event) {
    case 'dykelaid':
      return { key: 'ss.tell.dykelaid', values: { first: event.boards[0], second: event.boards[1] } };
    case 'laid':
      return event.digits === null
        ? { key: 'ss.tell.laid', values: { name } }
        : { key: 'ss.tell.laid_own', values: { name, digits: event.digits } };
    case 'revealed':
      return { key: 'ss.tell.revealed', values: { name, digits: event.digits } };
    case 'cloverused':
    case 'clovertaken':
      return { key: `ss.tell.${event.event}`, values: { name, clover: cloverPhrase(event.clover) } };
    case 'distancechanged':
      return { key: 'ss.tell.distancechanged', values: { name, laid: event.laid, distance: event.distance } };
    case 'walked':
      return {
        key: event.end < event.start ? 'ss.tell.walked_back' : 'ss.tell.walked',
        values: { name, start: event.start, end: event.end },
      };
    case 'pushed':
      return { key: 'ss.tell.pushed', values: { name, by: nameOf(players, event.by), end: event.end } };
    case 'ringlost':
      return {
        key: event.clause === 'SS-6.1' ? 'ss.tell.ringlost_devil' : 'ss.tell.ringlost',
        values: { name, left: event.left },
      };
    case 'wentout':
      return { key: 'ss.tell.wentout', values: { name, why: event.why } };
    case 'boardlaid':
      return { key: 'ss.tell.boardlaid', values: { name, side: event.side } };
    case 'compared':
      return { key: 'ss.tell.compared', values: { name, distance: event.distance } };
    case 'angelmoved':
    case 'devilmoved':
      return event.seat === null ? { key: `ss.tell.${event.event}_aside` } : { key: `ss.tell.${event.event}`, values: { name } };
    case 'roundbegun':
      return { key: 'ss.tell.roundbegun', values: { name, number: event.number } };
    case 'gameended': {
      const winners = players.filter(({ seat }) => event.ranks[seat] === 1).map((player) => player.name);
      return { key: 'ss.tell.gameended', values: { names: listed(winners), count: winners.length } };
    }
    case 'startchosen':
    case 'stayed':
    case 'cardstakenback':
      return { key: `ss.tell.${event.event}`, values: { name } };
  }
  return null;
}

/** There are no points: the position of the sheep is the score. */
export function score(view: View, seat: number): Fact | null {
  const field = sheepOf(view, seat)?.field ?? null;
  if (field !== null) return { icon: 'flag', count: field, label: { key: 'ss.score', values: { field } } };
  return view.boards.length === 0 ? null : { icon: 'flag', count: '–', label: { key: 'ss.score.out' } };
}

export function facts(view: View, seat: number): Fact[] {
  const sheep = sheepOf(view, seat);
  if (sheep === null || sheep.field === null) return [];
  const clovers = totalOf(sheep.clovers);
  const shown: Fact[] = [{ icon: 'ring', count: sheep.rings, label: { key: 'ss.fact.rings', values: { count: sheep.rings } } }];
  if (clovers > 0) shown.push({ icon: 'clover', count: clovers, label: { key: 'ss.fact.clovers', values: { count: clovers } } });
  shown.push(
    sheep.cards === null
      ? { icon: 'card', count: '?', label: { key: 'ss.fact.cards_hidden' } }
      : { icon: 'card', count: sheep.cards, label: { key: 'ss.fact.cards', values: { count: sheep.cards } } },
  );
  if (view.angel === seat) shown.push({ icon: 'angel', count: '', label: { key: 'ss.fact.angel' } });
  if (view.devil === seat) shown.push({ icon: 'devil', count: '', label: { key: 'ss.fact.devil' } });
  return shown;
}

export function describeTable(view: View, players: Player[]): Phrase[] {
  const said: Phrase[] = [];
  if (view.boards.length === 2) {
    said.push({ key: 'ss.describe.dyke', values: { first: view.boards[0], second: view.boards[1], round: view.round } });
  }
  for (const seat of order(view)) {
    const { field, rings } = view.sheep[seat]!;
    const values = { name: nameOf(players, seat), field, rings, ground: groundOf(view, field!) };
    said.push({ key: 'ss.describe.sheep', values });
  }
  const out = players.filter(({ seat }) => sheepOf(view, seat)?.field === null).map(({ name }) => name);
  if (out.length > 0) said.push({ key: 'ss.describe.out', values: { names: listed(out), count: out.length } });
  if (view.angel !== null) said.push({ key: 'ss.describe.angel', values: { name: nameOf(players, view.angel) } });
  if (view.devil !== null) said.push({ key: 'ss.describe.devil', values: { name: nameOf(players, view.devil) } });
  const own = sheepOf(view, view.seat)?.field ?? null;
  const ahead = own === null ? [] : view.water.filter((wet) => wet > own).slice(0, 5);
  if (ahead.length > 0) said.push({ key: 'ss.describe.water', values: { fields: listed(ahead.map(String)) } });
  if (view.ranks !== null) said.push(over(view, players));
  return said;
}
