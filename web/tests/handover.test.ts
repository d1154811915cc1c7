import { expect, test } from 'vitest';
import { nextLook, type Seats } from '../src/live/handover';

const next = (seats: Partial<Seats>): string => {
  const found = nextLook({ mine: [0, 1, 2], seat: null, waiting: [], mayAct: [], asked: null, veiled: false, ...seats });
  return 'seat' in found ? `${found.do} ${found.seat}` : found.do;
};

test('who is waited for gets the screen behind a curtain, in the order of seats', () => {
  expect(next({ waiting: [2, 1] })).toBe('curtain 1');
});

test('who is asked again keeps the screen', () => {
  expect(next({ seat: 1, waiting: [1] })).toBe('stay');
});

test('what several choose at once is chosen behind a curtain, also by whoever holds the screen already', () => {
  expect(next({ seat: 2, waiting: [0, 1, 2] })).toBe('look null');
  expect(next({ seat: 2, waiting: [0, 1, 2], veiled: true })).toBe('stay');
  expect(next({ seat: 2, waiting: [2, 5] })).toBe('stay');
});

test('who is not asked any more gives it away, to nobody at first', () => {
  expect(next({ seat: 1, waiting: [2] })).toBe('look null');
  expect(next({ seat: 1, waiting: [5] })).toBe('look null');
});

test('while others play nobody in particular looks', () => {
  expect(next({ waiting: [5] })).toBe('stay');
});

test('who may act unasked can have the screen, and keeps it as long as that is so', () => {
  expect(next({ waiting: [0], mayAct: [2], asked: 2 })).toBe('curtain 2');
  expect(next({ seat: 2, waiting: [0], mayAct: [2], asked: 2 })).toBe('stay');
  expect(next({ seat: 2, waiting: [0], mayAct: [], asked: 2 })).toBe('look null');
  expect(next({ seat: 0, waiting: [0], mayAct: [2], asked: 2 })).toBe('look null');
});

test('one person alone needs no curtain', () => {
  expect(next({ mine: [1], waiting: [1] })).toBe('look 1');
  expect(next({ mine: [1], seat: 1, waiting: [0] })).toBe('stay');
  expect(next({ mine: [], seat: 1 })).toBe('look null');
});
