// What everything drawn in Haste Bock? is, and what it is worth right now.

import ActionCard from '../../art/ActionCard.svelte';
import ColourDie from '../../art/ColourDie.svelte';
import Jacques from '../../art/Jacques.svelte';
import Patch from '../../art/Patch.svelte';
import Roger from '../../art/Roger.svelte';
import Sheep from '../../art/Sheep.svelte';
import type { HasteBockView } from '../../types/haste-bock';
import type { Phrase } from '../../words/words.svelte';
import { pictured, type BoardProps, type Explain, type Explanation } from '../board';
import { nameOf } from '../naming';
import { rowAt } from './layout';
import Moving from './Moving.svelte';
import { cardOf, colourNumber, goalOf, KINDS, trackOf } from './parts';
import { ABOUT, aboutOf, goalPhrase, kindPhrase, nextPhrase } from './phrases';

type Props = Pick<BoardProps<HasteBockView>, 'view' | 'players' | 'components'>;

/** The clauses of the seven actions, in the order of KINDS, and of the four phases. */
const ACTIONS = ['HB-5.1', 'HB-5.2', 'HB-5.3', 'HB-5.4', 'HB-5.5', 'HB-5.7', 'HB-5.9'];
const PHASES: Record<string, string> = { pair: 'HB-7.1', roger: 'HB-7.2', thea: 'HB-7.3', jacques: 'HB-7.4' };

const NO_PICTURE = { Picture: null };

/** Something that always means the same. */
const plain = (kind: string, clause: string, facts: Phrase[] = []): Explanation => ({
  title: { key: `explain.haste-bock.${kind}` },
  text: { key: `explain.haste-bock.${kind}.text` },
  facts,
  clause,
  ...NO_PICTURE,
});

export const explain: Explain<HasteBockView> = (thing, props) => {
  const [kind = '', ...rest] = thing.split(' ');
  const id = rest.join(' ');
  const { view } = props;
  switch (kind) {
    case 'sheep':
      return sheep(id, props);
    case 'card':
    case 'played':
      return card(id, kind === 'played', props);
    case 'trough':
    case 'turn':
      return edge(kind, id, props);
    case 'movement':
      return movement(Number(id), props);
    case 'phase':
      return phase(Number(id), props);
    case 'row':
      return row(Number(id), props);
    case 'score':
      return score(Number(id), props);
    case 'worth':
      return worth(Number(id), props);
    case 'wall':
      return plain('wall', 'HB-7.6', ahead('wall', Number(id), props));
    case 'pen':
      return plain('pen', 'HB-6.2', ahead('pen', Number(id), props));
    case 'panic':
      return plain('panic', 'HB-4.4');
    case 'stone':
      return { ...plain('stone', 'HB-4.2', [on(view)]), ...pictured(ActionCard, { kind: 'walk', number: view.stone }, CARD) };
    case 'roger':
      return { ...plain('roger', 'HB-6.3'), ...pictured(Roger, {}) };
    case 'jacques':
      return { ...plain('jacques', 'HB-6.3'), ...pictured(Jacques, {}) };
    case 'die':
      return { ...plain('die', 'HB-1.7', rolled(view)), ...pictured(ColourDie, { colour: shownBy(view) }) };
    case 'scramble':
      return { ...plain('scramble', 'HB-3.1', rolled(view)), ...pictured(ColourDie, { colour: shownBy(view) }) };
    case 'facing':
      return plain('facing', 'HB-5.9');
    case 'meadow':
      return plain('meadow', 'HB-1.1');
    case 'field':
      return plain('field', 'HB-1.1');
  }
  return null;
};

const CARD = '-32 -36 64 72';
const PICTURE = '0 0 96 96';

const shownBy = ({ die }: HasteBockView): number | null => (die === null ? null : colourNumber(die));
const rolled = ({ die }: HasteBockView): Phrase[] =>
  die === null ? [] : [{ key: 'explain.haste-bock.die.shows', values: { colour: die } }];
const on = ({ stone }: HasteBockView): Phrase => ({ key: 'explain.haste-bock.stone.on', values: { stone } });

/** The points that a player would get now, if the view says so. */
function pointsOf(seat: number, { view, players }: Props): Phrase[] {
  const points = view.worth[seat];
  if (points === undefined) return [];
  const whose = seat === view.seat ? 'mine' : 'other';
  return [{ key: 'explain.haste-bock.worth.now', values: { whose, name: nameOf(players, seat), points } }];
}

function sheep(cell: string, props: Props): Explanation | null {
  const { view, players } = props;
  const colour = view.flock.find((one) => one.cell === cell)?.colour;
  if (colour === undefined) return null;
  const seat = view.table.findIndex((hand) => hand.colour === colour);
  const whose = colour === 'black' ? 'thea' : seat < 0 ? 'neutral' : seat === view.seat ? 'mine' : 'other';
  const values = { whose, name: nameOf(players, seat), colour: { key: `table.colour.${colour}` } };
  const points = view.rows[rowAt(view.facing, cell)];
  const inRow = points === undefined ? [] : [{ key: 'explain.haste-bock.sheep.row', values: { points } }];
  return {
    title: { key: 'explain.haste-bock.sheep', values },
    text: { key: 'explain.haste-bock.sheep.text', values },
    facts: seat < 0 ? [] : [...inRow, ...pointsOf(seat, props)],
    clause: whose === 'thea' ? 'HB-7.3' : whose === 'neutral' ? 'HB-1.10' : PHASES[aboutOf(view)]!,
    ...pictured(Sheep, { colour: colourNumber(colour), facing: 'front' as const, letter: whose !== 'thea' }),
  };
}

/** An action: what it does as a moving picture, in the player's colour. */
function action(kind: string, { view }: Props): Omit<Explanation, 'title' | 'facts'> | null {
  const index = KINDS.indexOf(kind);
  if (index < 0) return null;
  const own = colourNumber(view.table[view.seat ?? 0]?.colour ?? 'blue');
  const [other = 0, third = 0] = ['yellow', 'green', 'red'].map(colourNumber).filter((colour) => colour !== own);
  return {
    text: { key: `explain.haste-bock.action.${kind}` },
    clause: ACTIONS[index]!,
    ...pictured(Moving, { kind, colours: { own, other, third } }, PICTURE),
  };
}

function card(name: string, played: boolean, props: Props): Explanation | null {
  const { kind, number } = cardOf(name);
  const about = action(kind, props);
  return about === null
    ? null
    : {
        title: { key: 'hb.card', values: { what: kindPhrase(kind), number } },
        ...about,
        facts: [
          { key: 'explain.haste-bock.card.time', values: { number } },
          ...(played ? [{ key: 'explain.haste-bock.card.played' }] : banned(kind, props)),
        ],
      };
}

/** What the card before has forbidden. */
function banned(kind: string, { view }: Props): Phrase[] {
  const way = kind === 'trough' ? view.banned_trough : kind === 'turn' ? view.banned_side : null;
  return way === null ? [] : [{ key: 'explain.haste-bock.card.banned', values: { direction: { key: `hb.direction.${way}` } } }];
}

/** An edge of the meadow, while a trough or a turn chooses one. */
function edge(kind: string, way: string, props: Props): Explanation | null {
  const about = action(kind, props);
  const title = {
    key: `hb.target.${kind}`,
    values: { what: kindPhrase(kind), from: '', direction: { key: `hb.direction.${way}` }, more: '' },
  };
  return about === null ? null : { title, ...about, facts: banned(kind, props) };
}

const movement = (steps: number, { view }: Props): Explanation => ({
  title: { key: 'explain.haste-bock.movement', values: { steps } },
  text: { key: 'explain.haste-bock.movement.text', values: { players: view.table.length } },
  facts: [],
  clause: view.table.length > 2 ? 'HB-9.3' : 'HB-10.3',
  ...(steps > 0 ? pictured(ActionCard, { kind: 'walk', number: steps }, CARD) : NO_PICTURE),
});

function phase(number: number, props: Props): Explanation | null {
  const { view } = props;
  const about = ABOUT[number];
  if (about === undefined || number < 1) return null;
  const now = Math.max(1, view.track_phase) === number;
  const pictures = {
    pair: pictured(Patch, { colour: colourNumber(view.table[view.seat ?? 0]?.colour ?? 'blue') }),
    roger: pictured(Roger, {}),
    thea: pictured(Sheep, { colour: 'black' as const, facing: 'front' as const, expression: 'smug' as const }),
    jacques: pictured(Jacques, {}),
  };
  return {
    title: { key: `hb.phase.${about}`, values: { number } },
    text: { key: `explain.haste-bock.phase.${about}` },
    facts: now && view.seat !== null ? pointsOf(view.seat, props) : [],
    clause: PHASES[about]!,
    ...pictures[about as keyof typeof pictures],
  };
}

function row(number: number, { view }: Props): Explanation | null {
  const points = view.rows[number - 1];
  if (points === undefined) return null;
  const about = aboutOf(view);
  const [text, facts] = [goalPhrase(view), [{ key: 'explain.haste-bock.row.points', values: { points } }]];
  return { title: { key: 'explain.haste-bock.row' }, text, facts, clause: PHASES[about]!, ...NO_PICTURE };
}

function score(seat: number, { view, players }: Props): Explanation | null {
  const [player, points] = [players.find((one) => one.seat === seat), view.scores[seat]];
  if (player === undefined || points === undefined) return null;
  return {
    title: { key: 'explain.haste-bock.score', values: { name: player.name } },
    text: { key: 'explain.haste-bock.score.text' },
    facts: [{ key: 'explain.haste-bock.score.points', values: { points } }],
    clause: 'HB-1.6',
    ...pictured(Patch, { colour: player.colour }),
  };
}

const worth = (seat: number, props: Props): Explanation => plain('worth', PHASES[aboutOf(props.view)]!, pointsOf(seat, props));

/** How far the time stone has to go to a wall or a pen, if that comes next. */
function ahead(kind: string, field: number, { view, components }: Props): Phrase[] {
  const goal = goalOf(trackOf(components), view.stone);
  return goal?.kind === kind && goal.field === field
    ? [{ key: 'explain.haste-bock.ahead', values: { next: nextPhrase(goal, view.stone) } }]
    : [];
}
