// Sums in the log add up and show every term.

import { beforeEach, expect, test } from 'vitest';
import type { GameEvent } from '../src/boards/board';
import { board as meineSchafe } from '../src/boards/meine-schafe';
import { board as volleWolle } from '../src/boards/volle-wolle';
import { say } from '../src/words/words.svelte';
import { speak } from './languages';

const players = [{ seat: 0, name: 'Ada', colour: 0 }];
const sentenceOf = (board: typeof volleWolle | typeof meineSchafe, event: GameEvent): string =>
  say(board.describeEvent(event, players, {})!);

beforeEach(() => speak('en'));

const rolled = (dice: number[], result: number): GameEvent => ({
  ...{ event: 'rolled', seat: 0, throw: 2, dice, thrown: [true, true, true], result, needed: 21, clause: 'VW-3.4' },
});

test('a throw shows the minus of the top card', () => {
  expect(sentenceOf(volleWolle, rolled([9, 7, 6], 20))).toBe('Ada, throw 2: 9 + 7 + 6 − 2 (minus) = 20, 21 needed.');
  expect(sentenceOf(volleWolle, rolled([9, 7, 6], 22))).toBe('Ada, throw 2: 9 + 7 + 6 = 22, 21 needed.');
});

test('help shows what it adds; a chip that is paid for a bid adds nothing', () => {
  const paid = (chips: number, clause: string): GameEvent => ({ event: 'chippaid', seat: 0, chips, left: 1, clause });
  expect(sentenceOf(volleWolle, paid(2, 'VW-3.4'))).toBe('Ada pays 2 chips: + 2.');
  expect(sentenceOf(volleWolle, paid(1, 'VW-2.6'))).toBe('Ada pays a chip.');
  expect(sentenceOf(volleWolle, { event: 'plusused', seat: 0, plus: 3, clause: 'VW-3.4' })).toBe('Ada adds the plus: + 3.');
});

test('points for pens show what they are multiplied with, and the bonus', () => {
  const scored = (largest: number, times: number, bonus: number): GameEvent => ({
    ...{ event: 'scored', seat: 0, largest, pens: times, times, bonus, points: largest * times + bonus, clause: 'MS-8.1' },
  });
  expect(sentenceOf(meineSchafe, scored(7, 2, 3))).toBe('Ada: 7 × 2 + 3 (bonus) = 17 points.');
  expect(sentenceOf(meineSchafe, scored(7, 1, 6))).toBe('Ada: 7 + 6 (bonus) = 13 points.');
  expect(sentenceOf(meineSchafe, scored(7, 1, 0))).toBe('Ada has 7 points.');
});
