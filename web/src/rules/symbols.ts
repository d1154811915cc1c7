// The symbols that summaries explain, as they are drawn in the games; docs/rules/*.summary.md names them.

import type { Component } from 'svelte';
import ActionCard from '../art/ActionCard.svelte';
import Angel from '../art/Angel.svelte';
import Bag from '../art/Bag.svelte';
import Card from '../art/Card.svelte';
import Clover from '../art/Clover.svelte';
import Devil from '../art/Devil.svelte';
import House from '../art/House.svelte';
import Hunter from '../art/Hunter.svelte';
import Jacques from '../art/Jacques.svelte';
import Ring from '../art/Ring.svelte';
import Roger from '../art/Roger.svelte';
import Sheep from '../art/Sheep.svelte';
import Splash from '../art/Splash.svelte';
import Tree from '../art/Tree.svelte';
import Whistle from '../art/Whistle.svelte';
import Wolf from '../art/Wolf.svelte';
import WoolChip from '../art/WoolChip.svelte';

interface Symbol {
  Drawing: Component<Record<string, unknown>>;
  props: Record<string, unknown>;
  /** The area that it fills, as a viewBox. */
  box: string;
}

const SQUARE = '-50 -50 100 100';
const CARD = '-50 -70 100 140';
const ACTION = '-32 -36 64 72';

function symbol(drawing: unknown, props: Record<string, unknown> = {}, box = SQUARE): Symbol {
  return { Drawing: drawing as Symbol['Drawing'], props, box };
}

const action = (kind: string, number: number): Symbol => symbol(ActionCard, { kind, number }, ACTION);

export const SYMBOLS: Record<string, Symbol> = {
  'card white': symbol(Card, { kind: 'white', number: 49, points: 6 }, CARD),
  'card black': symbol(Card, { kind: 'black', number: 13, points: -3 }, CARD),
  'card 3-7-0': symbol(Card, { kind: '3-7-0', number: 22 }, CARD),
  'card 0-0-7': symbol(Card, { kind: '0-0-7', number: 16 }, CARD),
  'card dog': symbol(Card, { kind: 'dog' }, CARD),
  'card bone': symbol(Card, { kind: 'bone' }, CARD),
  'card symbol': symbol(Card, { kind: 'white', number: 41, points: 4, bone: true }, CARD),
  chip: symbol(WoolChip),
  ring: symbol(Ring),
  water: symbol(Splash, { still: true }),
  angel: symbol(Angel),
  devil: symbol(Devil),
  'clover back': symbol(Clover, { kind: 'back', value: 10 }),
  'clover change': symbol(Clover, { kind: 'change', value: 4 }),
  'action step': action('step', 1),
  'action ram': action('ram', 2),
  'action leap': action('leap', 3),
  'action diagonal': action('diagonal', 1),
  'action straight': action('straight', 1),
  'action trough': action('trough', 3),
  'action turn': action('turn', 1),
  pair: symbol(Sheep, { colour: 2, expression: 'in-love' }),
  roger: symbol(Roger),
  thea: symbol(Sheep, { colour: 'black' }),
  jacques: symbol(Jacques),
  sheep: symbol(Sheep, { colour: 'white' }),
  forest: symbol(Tree),
  house: symbol(House),
  wolf: symbol(Wolf),
  hunter: symbol(Hunter),
  whistle: symbol(Whistle),
  bag: symbol(Bag),
};
