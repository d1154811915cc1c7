// For games that nobody has drawn a board for: the view as a list, the actions as buttons.

import type { Board } from '../board';
import Choices from './Choices.svelte';
import Drawing from './Drawing.svelte';

export const board: Board = {
  Drawing,
  Choices,
  prompt: ({ view, legal, players }) => {
    if (view.ranks !== null) return { key: 'plain.prompt.over' };
    if (legal.length > 0) return { key: 'plain.prompt.choose' };
    const names = players.filter(({ seat }) => view.waiting_for.includes(seat)).map(({ name }) => name);
    return { key: 'plain.prompt.wait', values: { names: names.join(', '), count: names.length } };
  },
  tell: (event, players) => ({
    key: 'plain.event',
    values: { event: event.event, name: players.find(({ seat }) => seat === event.seat)?.name ?? '', clause: event.clause },
  }),
  stage: (view) => view,
  pause: () => 0,
  facts: () => [],
  describe: (view) => [{ key: 'plain.describe', values: { waiting: view.waiting_for.length } }],
};
