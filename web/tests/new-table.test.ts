// Where an address leads, and what the form of a new table sends to the server.

import { beforeEach, expect, test } from 'vitest';
import { addressOf, invitationOf, isOnlyHere, personalAddress, remember, secretIn } from '../src/browser/invitations';
import { qrPath } from '../src/ui/qr';
import { placeOf } from '../src/browser/route.svelte';
import {
  bestBot,
  chosen,
  modeOf,
  newSeat,
  isOrder,
  seated,
  seatsFor,
  settingsOf,
  swapped,
  usualPlayers,
  valuesOf,
  type Form,
} from '../src/new-table/settings';
import type { Choice } from '../src/types/wire';

const NAMES = { bot: ['Fleecy', 'Bramble'], screen: ['Meg', 'Carl'] };

beforeEach(() => localStorage.clear());

test.each([
  ['/', { page: 'start' }],
  ['/new/volle-wolle', { page: 'new', game: 'volle-wolle' }],
  ['/table/4f9Z', { page: 'table', id: '4f9Z' }],
  ['/replay/4f9Z', { page: 'replay', id: '4f9Z' }],
  ['/fair', { page: 'fair' }],
  ['/me', { page: 'me' }],
  ['/new', { page: 'lost' }],
  ['/table/', { page: 'lost' }],
  ['/meadow', { page: 'lost' }],
])('%s leads to the right page', (path, place) => {
  expect(placeOf(path)).toEqual(place);
});

test('the mode of the address fills the seats: me first, then the others', () => {
  expect(modeOf('friends')).toBe('friends');
  expect(modeOf('nonsense')).toBe('bots');
  expect(seatsFor('friends', 3, 'lamb', NAMES).map(({ who }) => who)).toEqual(['me', 'friend', 'friend']);
  expect(seatsFor('screen', 2, 'lamb', NAMES)[1]).toEqual({ who: 'screen', name: 'Carl', bot: 'lamb' });
  expect(newSeat('bots', 2, 'lamb', NAMES)).toEqual({ who: 'bot', name: 'Fleecy', bot: 'lamb' });
});

test('three play by default, or the nearest allowed number', () => {
  expect(usualPlayers([2, 3, 4])).toBe(3);
  expect(usualPlayers([4, 5])).toBe(4);
  expect(usualPlayers([2])).toBe(2);
});

test('the strongest of our own bots is the default', () => {
  expect(bestBot(['random', 'lamb', 'sheep', 'zzz-of-somebody'])).toBe('sheep');
  expect(bestBot(['of-somebody'])).toBe('of-somebody');
});

test('a player has one seat: taking another swaps the two', () => {
  const seats = seatsFor('bots', 3, 'lamb', NAMES);
  const now = seated(seats, 2, { who: 'me', name: '', bot: 'lamb' });
  expect(now.map(({ who }) => who)).toEqual(['bot', 'bot', 'me']);
  expect(now[0]).toEqual(seats[2]);
});

test('the form becomes settings', () => {
  const form: Form = {
    game: 'volle-wolle',
    seats: [
      { who: 'me', name: '', bot: 'lamb' },
      { who: 'screen', name: ' Ada ', bot: 'lamb' },
      { who: 'friend', name: 'left over', bot: 'lamb' },
      { who: 'bot', name: 'Fleecy', bot: 'lamb' },
    ],
    options: { open_herds: true },
    public: true,
    clock: { kind: 'bank', move: 60, bank: 600, increment: 5 },
    instant: true,
    chat: false,
  };
  expect(settingsOf(form)).toEqual({
    game: 'volle-wolle',
    seats: [{ who: 'me' }, { who: 'me', name: 'Ada' }, { who: 'friend' }, { who: 'bot', bot: 'lamb', name: 'Fleecy' }],
    options: { open_herds: true },
    public: true,
    clock: { kind: 'bank', seconds: 600, increment: 5 },
    pace: 'instant',
    chat: false,
  });
  expect(settingsOf({ ...form, clock: { ...form.clock, kind: 'move' } }).clock).toEqual({ kind: 'move', seconds: 60 });
  expect(settingsOf({ ...form, clock: { ...form.clock, kind: 'none' } }).clock).toEqual({ kind: 'none' });
});

test('only options that differ from the defaults are sent', () => {
  const options: Choice[] = [
    { name: 'open', kind: 'flag', default: false },
    { name: 'start', kind: 'number', default: null },
    { name: 'layout', kind: 'choice', default: 'random', values: ['default', 'random'] },
  ];
  expect(chosen(options, {})).toEqual({});
  expect(chosen(options, { open: false, start: 0, layout: 'random' })).toEqual({ start: 0 });
  expect(chosen(options, { open: true, start: undefined, layout: 'default' })).toStrictEqual({ open: true, layout: 'default' });
  expect(valuesOf(options[2]!)).toEqual(['random', 'default']);
});

test('an order of words is changed two by two', () => {
  const colours: Choice = { name: 'colours', kind: 'text', default: 'blue yellow green red' };
  expect(isOrder(colours)).toBe(true);
  expect(isOrder({ ...colours, default: 'blue' })).toBe(false);
  expect(swapped('blue yellow green red', 0, 'green')).toBe('green yellow blue red');
});

test('secrets come after #, which browsers never send to a server', () => {
  expect(personalAddress('TOKEN')).toBe('/me#TOKEN');
  expect(addressOf('4f9Z', 'SECRET')).toBe('/table/4f9Z#SECRET');
  expect(addressOf('4f9Z')).toBe('/table/4f9Z');
  for (const pasted of ['SECRET', ' http://host/table/4f9Z#SECRET\n']) expect(secretIn(pasted)).toBe('SECRET');
});

test.each([
  ['http://localhost:8000/table/x#y', true],
  ['http://127.0.0.1:8000/table/x#y', true],
  ['http://[::1]:8000/table/x#y', true],
  ['http://192.168.178.20:8000/table/x#y', false],
  ['https://sheepfold.example/table/x#y', false],
])('whether %s leads here from another device, too', (link, here) => {
  expect(isOnlyHere(link)).toBe(here);
});

test('invitations are remembered', () => {
  remember('4f9Z', 'SECRET');
  remember('4f9Z', 'SECRET');
  remember('other', 'ELSE');
  expect(invitationOf('4f9Z')).toEqual({ secret: 'SECRET' });
  expect(invitationOf('other')).toEqual({ secret: 'ELSE' });
  expect(addressOf('4f9Z')).toBe('/table/4f9Z#SECRET');
  expect(invitationOf('nowhere')).toBeNull();
});

test('a QR code has its three eyes', () => {
  const { path, size } = qrPath('http://localhost/table/4f9Z#SECRET');
  expect(size).toBeGreaterThanOrEqual(25);
  for (const [column, row] of [
    [0, 0],
    [size - 1, 0],
    [0, size - 1],
  ])
    expect(path).toContain(`M${column} ${row}h1v1h-1z`);
});
