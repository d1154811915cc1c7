// The board of games without one of their own: the table as text, the actions as buttons.

import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';

export const board: Board = {
  needsText: true,
  Drawing,
  Choices,
  prompt: ({ view, legal, players }) => {
    if (view.ranks !== null) return { key: 'plain.prompt.over' };
    if (legal.length > 0) return { key: 'plain.prompt.choose' };
    const names = players.filter(({ seat }) => view.waiting_for.includes(seat)).map(({ name }) => name);
    return { key: 'plain.prompt.wait', values: { names: names.join(', '), count: names.length } };
  },
  describeEvent: ({ event, clause: _, seat, ...facts }, players) => ({
    key: 'plain.event',
    values: {
      event,
      name: players.find((player) => player.seat === seat)?.name ?? '',
      facts: Object.entries(facts)
        .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
        .join(', '),
    },
  }),
  stage: (view) => view,
  pause: () => 0,
  facts: () => [],
  describeTable: (view) => [{ key: 'plain.describe', values: { waiting: view.waiting_for.length } }],
};
