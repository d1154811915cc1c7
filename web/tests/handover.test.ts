import { expect, test } from 'vitest';
import { nextLook, type Seats } from '../src/live/handover';

const next = (seats: Partial<Seats>): string => {
  const found = nextLook({ mine: [0, 1, 2], seat: null, waiting: [], mayAct: [], asked: null, veiled: false, ...seats });
  return 'seat' in found ? `${found.do} ${found.seat}` : found.do;
};

test('the seats that the game waits for get the screen behind a curtain, in seat order', () => {
  expect(next({ waiting: [2, 1] })).toBe('curtain 1');
});

test('a player who is asked again keeps the screen', () => {
  expect(next({ seat: 1, waiting: [1] })).toBe('stay');
});

test('simultaneous choices are made behind a curtain, even by the player who already has the screen', () => {
  expect(next({ seat: 2, waiting: [0, 1, 2] })).toBe('look null');
  expect(next({ seat: 2, waiting: [0, 1, 2], veiled: true })).toBe('stay');
  expect(next({ seat: 2, waiting: [2, 5] })).toBe('stay');
});

test('a player who is no longer asked gives up the screen', () => {
  expect(next({ seat: 1, waiting: [2] })).toBe('look null');
  expect(next({ seat: 1, waiting: [5] })).toBe('look null');
});

test('while others play, the screen shows no particular seat', () => {
  expect(next({ waiting: [5] })).toBe('stay');
});

test('a player who may act out of turn can take the screen, and keeps it while that lasts', () => {
  expect(next({ waiting: [0], mayAct: [2], asked: 2 })).toBe('curtain 2');
  expect(next({ seat: 2, waiting: [0], mayAct: [2], asked: 2 })).toBe('stay');
  expect(next({ seat: 2, waiting: [0], mayAct: [], asked: 2 })).toBe('look null');
  expect(next({ seat: 0, waiting: [0], mayAct: [2], asked: 2 })).toBe('look null');
});

test('a single player needs no curtain', () => {
  expect(next({ mine: [1], waiting: [1] })).toBe('look 1');
  expect(next({ mine: [1], seat: 1, waiting: [0] })).toBe('stay');
  expect(next({ mine: [], seat: 1 })).toBe('look null');
});
