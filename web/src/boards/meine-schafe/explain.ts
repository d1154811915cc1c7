// What is drawn, explained: tiles, pens and forests, wolves and hunters, and everything beside the board. Nothing here
// names a colour that has not been shown: somebody may look over the player's shoulder.

import Bag from '../../art/Bag.svelte';
import Crown from '../../art/Crown.svelte';
import Hunter from '../../art/Hunter.svelte';
import Lamb from '../../art/Lamb.svelte';
import Tree from '../../art/Tree.svelte';
import Whistle from '../../art/Whistle.svelte';
import Wolf from '../../art/Wolf.svelte';
import type { Laid, MeineSchafeView, Tile as HandTile } from '../../types/meine-schafe';
import { say, type Phrase } from '../../words/words.svelte';
import { pictured, type Explain, type Explanation, type Player } from '../board';
import { listed, nameOf } from '../naming';
import { colourOf, nameOfMotif } from './parts';
import { colourPhrase, edgesPhrase } from './phrases';
import { keyOf } from './pens';
import Tile from './Tile.svelte';

type View = MeineSchafeView;
type Drawn = Pick<Explanation, 'Picture' | 'pictureProps'>;

const NOTHING: Drawn = { Picture: null };

/** The words of a kind: its title and its text. */
const about = (kind: string, clause: string, drawn: Drawn = NOTHING, facts: Phrase[] = []): Explanation => ({
  title: { key: `explain.meine-schafe.${kind}` },
  text: { key: `explain.meine-schafe.${kind}.text` },
  facts,
  clause,
  ...drawn,
});

const edgesFact = (edges: string): Phrase => ({
  key: 'explain.meine-schafe.tile.edges',
  values: { edges: edgesPhrase(edges, null) },
});

export const explain: Explain<View> = (thing, { view, players, components }) => {
  const [kind = '', ...rest] = thing.split(' ');
  const id = rest.join(' ');
  switch (kind) {
    case 'tile':
    case 'beast':
      return laidTile(
        view.laid.find(({ cell }) => cell === id),
        view,
        players,
      );
    case 'hand':
      return handTile(
        view.hand.find(({ tile }) => tile === id.slice(0, -1)),
        id,
      );
    case 'area':
      return area(view, players, id);
    case 'place':
      // A hunter has a place on a wolf.
      return (
        laidTile(
          view.laid.find(({ cell }) => cell === id),
          view,
          players,
        ) ?? about('place', 'MS-2.2')
      );
    case 'bag':
      return about('bag', 'MS-2.5', pictured(Bag, {}), [{ key: 'explain.meine-schafe.bag.left', values: { count: view.bag } }]);
    case 'colour':
      return ownColour(view);
    case 'whistle':
      return about('whistle', 'MS-3.1', pictured(Whistle, {}));
    case 'held':
      return about('held', 'MS-3.1', pictured(Whistle, {}));
    case 'show':
      return about('show', 'MS-5.1');
    case 'out':
      return about('out', 'MS-7.5', NOTHING, bonuses(players, components));
    case 'skip':
      return about('skip', 'MS-2.4');
    case 'done':
      return about('done', 'MS-3.7');
    case 'turn':
      return about('turn', 'MS-2.2');
    case 'earned':
      return about('earned', 'MS-2.5', pictured(Bag, {}));
    case 'receipt':
      return receiptLine(id, players, components);
  }
  return null;
};

function laidTile(laid: Laid | undefined, view: View, players: Player[]): Explanation | null {
  if (laid === undefined) return null;
  const { tile, edges, beast, under } = laid;
  if (beast !== null) return beastTile(beast, under);
  const drawn = pictured(Tile, { edges });
  if (tile === 'start') return about('start', 'MS-1.6', drawn);
  if (tile !== '?') return about('tile', 'MS-7.1', drawn, [edgesFact(edges)]);
  return about('question', 'MS-5.3', drawn, [ownerOf(view, players, nameOfMotif(edges[0]!))]);
}

const beastTile = (beast: string, under: string | null = null): Explanation =>
  beast === 'wolf'
    ? about('wolf', 'MS-8.2', pictured(Wolf, {}))
    : about('hunter', 'MS-4.3', pictured(Hunter, {}), under === null ? [] : [{ key: 'explain.meine-schafe.hunter.upon' }]);

function handTile(tile: HandTile | undefined, face: string): Explanation | null {
  if (tile === undefined) return null;
  const { a, b, beast } = tile;
  if (beast !== null && face.endsWith('a')) return beastTile(beast);
  const edges = face.endsWith('a') ? a : b;
  return about('hand', 'MS-2.3', pictured(Tile, { edges }), [edgesFact(edges)]);
}

function area(view: View, players: Player[], key: string): Explanation | null {
  const found = view.areas.find((one) => keyOf(one) === key);
  if (found === undefined) return null;
  const { motif, size, open, wolves, hunters, threatened } = found;
  if (motif === 'F')
    return about('forest', 'MS-4.2', pictured(Tree, {}), [
      { key: 'explain.meine-schafe.forest.beasts', values: { wolves, hunters } },
    ]);
  const colour = nameOfMotif(motif);
  const facts: Phrase[] = [{ key: 'explain.meine-schafe.pen.size', values: { size, open } }];
  if (threatened) facts.push({ key: 'explain.meine-schafe.pen.wolf' });
  facts.push(ownerOf(view, players, colour));
  return {
    ...about('pen', threatened ? 'MS-8.2' : 'MS-7.1', pictured(Lamb, { colour: colourOf(motif) ?? 0 }), facts),
    title: { key: 'explain.meine-schafe.pen', values: { colour, open } },
  };
}

/** Whose sheep they are, as far as everybody knows. */
function ownerOf(view: View, players: Player[], colour: string): Phrase {
  const known = ({ colours, shown }: View['table'][number]): string[] => (view.ranks === null ? shown : (colours ?? shown));
  const seat = view.table.findIndex((player) => known(player).includes(colour));
  const values = { name: seat < 0 ? '' : nameOf(players, seat), known: seat < 0 ? 'no' : seat === view.seat ? 'you' : 'yes' };
  return { key: 'explain.meine-schafe.owner', values: { ...values, over: view.ranks === null ? 'no' : 'yes' } };
}

function ownColour(view: View): Explanation {
  const own = view.seat === null ? undefined : view.table[view.seat];
  const open = (own?.shown.length ?? 0) > 0;
  const fact: Phrase = open
    ? { key: 'explain.meine-schafe.colour.shown', values: { colours: listed(own!.shown.map((one) => say(colourPhrase(one)))) } }
    : { key: 'explain.meine-schafe.colour.hidden' };
  return about('colour', 'MS-1.7', NOTHING, [fact]);
}

/** The extra points, from the component table; the last player gets none. */
function bonuses(players: Player[], components: Record<string, unknown>): Phrase[] {
  const points = ((components['bonus'] as { points?: number[] } | undefined)?.points ?? []).slice(0, players.length - 1);
  return points.length > 0 ? [{ key: 'explain.meine-schafe.out.bonuses', values: { points: listed(points.map(String)) } }] : [];
}

function receiptLine(line: string, players: Player[], components: Record<string, unknown>): Explanation | null {
  switch (line) {
    case 'pen':
      return about('counted', 'MS-8.1');
    case 'passed':
      return about('passed', 'MS-8.2', pictured(Wolf, {}));
    case 'times':
      return about('times', 'MS-9.2');
    case 'bonus':
      return about('bonus', 'MS-7.5', NOTHING, bonuses(players, components));
    case 'sum':
      return about('sum', 'MS-8.3', pictured(Crown, {}));
  }
  return null;
}
