import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import ActionCard from '../src/art/ActionCard.svelte';
import Angel from '../src/art/Angel.svelte';
import Bone from '../src/art/Bone.svelte';
import Card from '../src/art/Card.svelte';
import Clover from '../src/art/Clover.svelte';
import { COLOURS } from '../src/art/colours';
import ColourDie from '../src/art/ColourDie.svelte';
import Crown from '../src/art/Crown.svelte';
import Devil from '../src/art/Devil.svelte';
import Die from '../src/art/Die.svelte';
import Dog from '../src/art/Dog.svelte';
import Fence from '../src/art/Fence.svelte';
import Icon from '../src/art/Icon.svelte';
import { ICONS } from '../src/art/icons';
import Jacques from '../src/art/Jacques.svelte';
import Logo from '../src/art/Logo.svelte';
import NumberCard from '../src/art/NumberCard.svelte';
import Patch from '../src/art/Patch.svelte';
import Ring from '../src/art/Ring.svelte';
import Roger from '../src/art/Roger.svelte';
import Scene from '../src/art/Scene.svelte';
import Scissors from '../src/art/Scissors.svelte';
import Sheep from '../src/art/Sheep.svelte';
import Splash from '../src/art/Splash.svelte';
import Whistle from '../src/art/Whistle.svelte';
import Wolf from '../src/art/Wolf.svelte';
import WoolChip from '../src/art/WoolChip.svelte';
import { LANGUAGES, messages, speak } from './languages';

/** Every combination of one value for each prop. */
function combinations(choices: Record<string, unknown[]>): Record<string, unknown>[] {
  return Object.entries(choices).reduce<Record<string, unknown>[]>(
    (rows, [prop, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [prop]: value }))),
    [{}],
  );
}

/** Draws a component and returns the markup, which must not contain NaN. */
function draw(art: unknown, props: Record<string, unknown> = {}): SVGSVGElement {
  const target = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  pieces.push(mount(art as Component<Record<string, unknown>>, { target, props }));
  const hint = JSON.stringify(props);
  expect(target.querySelector('path, circle, ellipse, rect'), hint).not.toBeNull();
  expect(target.innerHTML, hint).not.toMatch(/NaN|undefined|Infinity|\[object/);
  return target;
}

const pieces: object[] = [];
afterEach(() => {
  for (const piece of pieces.splice(0)) void unmount(piece);
});

/** The contrast ratio of two colours, as defined by WCAG. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = parseInt(hex.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

test('the eight colours can be distinguished without seeing colour', () => {
  expect(COLOURS).toHaveLength(8);
  // Plain twice, but one is dark with a pale face and the other pale with a dark face.
  expect(new Set(COLOURS.map(({ pattern, face }) => `${pattern} ${face}`)).size).toBe(8);
  // The pattern that is drawn differs, too, not just its name.
  const fleeces = COLOURS.map((_, colour) =>
    [...draw(Patch, { colour, letter: false }).querySelectorAll('path')].map((path) => path.getAttribute('d')).join(),
  );
  expect(new Set(fleeces).size).toBe(7);
});

const letters = (known: Record<string, string>): string[] => COLOURS.map(({ name }) => known[`table.letter.${name}`]!);

test.each(LANGUAGES)("the letters on a fleece are the unique start of its colour's name: %s", (language) => {
  const known = messages(language);
  const begins = COLOURS.filter(({ name }) =>
    known[`table.colour.${name}`]!.startsWith(known[`table.letter.${name}`]!.toLowerCase()),
  );
  expect(new Set(letters(known)).size).toBe(8);
  // In English black is K, as printers have it.
  expect(COLOURS.filter((colour) => !begins.includes(colour)).map(({ name }) => name)).toEqual(
    language === 'en' ? ['black'] : [],
  );
});

test('two letters fit the width of one', () => {
  speak('de');
  const [yellow, red] = [0, 1].map((colour) => draw(Patch, { colour }).querySelector('text')!);
  expect([yellow!.textContent, red!.textContent]).toEqual(['Ge', 'R']);
  expect(Number(yellow!.getAttribute('font-size'))).toBeLessThan(Number(red!.getAttribute('font-size')));
});

test('the letter on a fleece can be read', () => {
  speak('en');
  for (const { name, ink, fleece } of COLOURS) expect(contrast(ink, fleece), name).toBeGreaterThanOrEqual(3);
  const drawn = draw(Sheep, { colour: 2, letter: true, facing: 'left' });
  expect(drawn.querySelector('text')?.textContent).toBe('B');
  // The letter must not be mirrored.
  expect(drawn.querySelector('text')?.closest('[transform]')).toBeNull();
});

// Each wish from each side; what does not touch each other is not multiplied.
test.each(
  Object.entries({
    colour: [0, 1, 2, 3, 4, 5, 6, 7, 'white', 'black'],
    wool: [0, 1, 2, 3, 4, 5, -3, 9, 2.5],
    expression: ['calm', 'smug', 'panicked', 'soaked', 'in-love', 'asleep'],
    accessory: ['none', 'dinner-jacket', 'sunglasses', 'scissors', 'crown', 'swim-ring', 'halo', 'horns', 'ram'],
    letter: [true, false],
    shadow: [true, false],
  }),
)('a sheep of any %s', (prop, values) => {
  for (const props of combinations({ facing: ['right', 'left', 'front', 'back'], [prop]: values })) draw(Sheep, props);
});

test('everything else of the family', () => {
  for (const art of [Angel, Bone, Crown, Devil, Dog, Fence, Ring, Scissors, Splash, Whistle, Wolf, WoolChip, Logo]) draw(art);
  draw(Dog, { bone: true });
  draw(Wolf, { hiding: true });
  draw(Ring, { half: true });
  draw(Splash, { still: true });
  draw(Logo, { small: true, height: 32 });
  for (const art of [Jacques, Roger]) draw(art);
  draw(Roger, { pleased: true });
  expect(draw(WoolChip, { count: 0 }).textContent).toContain('0');
  for (const kind of ['back', 'change']) expect(draw(Clover, { kind, value: 15 }).textContent).toContain('15');
  for (const game of ['volle-wolle', 'meine-schafe', 'haste-bock', 'schafe-schubsen']) draw(Scene, { game });
});

test('dice show their value', () => {
  for (const props of combinations({ sides: [8, 10, 12], value: [null, 1, 6, 8], kept: [true, false], rolling: [true, false] }))
    expect(draw(Die, props).textContent?.trim()).toBe(String(props['value'] ?? '?'));
});

test('cards show number, points and mark, and nothing of it face down', () => {
  const card = { kind: 'white', number: 57, points: 8, modifier: -3 };
  expect(draw(Card, card).textContent).toMatch(/57\s*−3\s*8/);
  expect(draw(Card, { ...card, faceDown: true }).textContent?.trim()).toBe('');
  for (const kind of ['white', 'black', '0-0-7', '3-7-0', 'dog', 'bone']) draw(Card, { kind, number: 30, points: 4, bone: true });
  for (const modifier of [null, 1, 2, -2, -3]) draw(Card, { kind: 'white', points: 2, modifier });
  for (let digit = 0; digit <= 9; digit++)
    expect(draw(NumberCard, { digit, colour: digit % 8 }).textContent).toContain(String(digit));
  expect(draw(NumberCard, { digit: 7, faceDown: true }).textContent).not.toContain('7');
});

test('action cards show their number until they are turned over, and the colour die what fell', () => {
  for (const kind of ['step', 'ram', 'leap', 'diagonal', 'straight', 'trough', 'turn', 'walk']) {
    expect(draw(ActionCard, { kind, number: 3, colour: 2 }).textContent?.trim()).toBe('3');
    expect(draw(ActionCard, { kind, number: 3, used: true }).textContent?.trim()).toBe('');
  }
  for (const colour of [null, 0, 1, 2, 3, 4, 5])
    expect(draw(ColourDie, { colour, rolling: true }).textContent?.trim()).toBe(
      colour === null ? '?' : letters(messages('en'))[colour],
    );
});

test('every icon used by name is drawn', () => {
  const asked =
    'star card chip dog bone sheep clover ring angel devil clock here away gone bot person undo leave chat rules log seal sound mute sun moon language link share play pause step-back step-forward fast download upload close menu plus minus check flag home eye question whistle crown qr skip';
  const names = new Set(asked.split(' '));
  const sources = join(import.meta.dirname, '../src');
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.svelte')) {
      const text = readFileSync(join(sources, file), 'utf8');
      if (/import Icon from '[^']*art\/Icon\.svelte'/.test(text))
        for (const [, name] of text.matchAll(/<Icon\b[^>]*?\bname="([^"{]+)"/g)) names.add(name!);
    }
  expect([...names].filter((name) => !(name in ICONS))).toEqual([]);
  for (const name of [...names, 'nobody drew this']) draw(Icon, { name, size: 16 });
});
