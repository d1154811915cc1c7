// The board of Meine Schafe: its words, events, pens and whistle, and that it offers exactly the legal actions.

import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardProps, Preview, GameEvent } from '../src/boards/board';
import { board } from '../src/boards/meine-schafe';
import { boxOf, groundOf, runsOf, SIZE, spotOf, turned } from '../src/boards/meine-schafe/layout';
import { grip } from '../src/boards/meine-schafe/grip.svelte';
import { bestAt, moveOf, offersOf, turnedOn } from '../src/boards/meine-schafe/offers';
import { coveredBy, shapeOf } from '../src/boards/meine-schafe/pens';
import { wherePhrase } from '../src/boards/meine-schafe/phrases';
import type { Area, GameEvent as OwnEvent, MeineSchafeView, Player } from '../src/types/meine-schafe';
import { say } from '../src/words/words.svelte';
import { expectCalm, expectSentence, reached, shown, type Page } from './boards';
import { LANGUAGES, speak } from './languages';

const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, colour: seat }));

const player = (changes: Partial<Player> = {}): Player => ({
  ...{ hand: 4, colours: null, shown: [], out: null, bonus: 0, skipped: false },
  ...changes,
});

const area = (motif: string, edges: string[], changes: Partial<Area> = {}): Area => ({
  ...{ motif, edges, size: edges.join('').replace(/[^:]*:/g, '').length, open: 1, wolves: 0, hunters: 0, threatened: false },
  ...changes,
});

const seen = (changes: Partial<MeineSchafeView> = {}): MeineSchafeView => ({
  game: 'meine-schafe',
  seat: 0,
  waiting_for: [0],
  may_act: [0, 1, 2],
  scores: [4, 0, 3],
  ranks: null,
  phase: 'turn',
  active: 0,
  special: null,
  drawing: 0,
  bag: 40,
  reach: 10,
  laid: [
    { cell: 'start', tile: 'start', side: '', edges: 'VVVV', beast: null, under: null },
    { cell: 'n1', tile: 'T27', side: 'b', edges: 'FBVB', beast: null, under: null },
    { cell: 'n2', tile: 'WK', side: 'a', edges: 'FFFF', beast: 'wolf', under: null },
    { cell: 's1', tile: 'T17', side: 'b', edges: 'VKRR', beast: null, under: null },
  ],
  areas: [
    area('B', ['n1:e']),
    area('B', ['n1:w'], { open: 0, threatened: true }),
    area('F', ['n1:n', 'n2:nesw'], { wolves: 1, open: 3 }),
    area('K', ['s1:e']),
    area('R', ['s1:sw'], { open: 0 }),
  ],
  table: [player({ colours: ['black'] }), player({ shown: ['red'], colours: ['red'] }), player({ out: 1, bonus: 6 })],
  hand: [
    { tile: 'T01', a: 'KKBB', b: 'VVBB', beast: null },
    { tile: 'T06', a: 'KBRY', b: 'VVVR', beast: null },
    { tile: 'WY', a: 'FFFF', b: 'YYYY', beast: 'wolf' },
    { tile: 'HY', a: 'FFFF', b: 'YYYY', beast: 'hunter' },
  ],
  settlement: null,
  ...changes,
});

const EVENTS: OwnEvent[] = [
  { event: 'colourdealt', seat: 1, colour: null, clause: 'MS-1.7' },
  { event: 'tiledrawn', seat: 1, tile: 'T05', clause: 'MS-2.5' },
  { event: 'startchosen', seat: 1, clause: 'MS-1.9' },
  { event: 'specialbegun', seat: 1, turn_of: 0, clause: 'MS-3.1' },
  { event: 'specialbegun', seat: 0, turn_of: 0, clause: 'MS-3.5' },
  { event: 'specialended', seat: 1, clause: 'MS-3.7' },
  {
    event: 'tilelaid',
    seat: 0,
    tile: 'T01',
    side: 'a',
    cell: 'e1',
    turn: 1,
    edges: 'BKKB',
    beast: null,
    touching: 1,
    clause: 'MS-2.1',
  },
  {
    event: 'tilelaid',
    seat: 0,
    tile: 'WY',
    side: 'a',
    cell: 'n3',
    turn: 0,
    edges: 'FFFF',
    beast: 'wolf',
    touching: 2,
    clause: 'MS-4.1',
  },
  {
    event: 'tilelaid',
    seat: 1,
    tile: 'HR',
    side: 'a',
    cell: 'n2e1',
    turn: 0,
    edges: 'FFFF',
    beast: 'hunter',
    touching: 1,
    clause: 'MS-4.1',
  },
  { event: 'wolfdrivenout', seat: 0, tile: 'HY', cell: 'n2', clause: 'MS-4.4' },
  { event: 'colourshown', seat: 0, colour: 'black', cell: 's1e1', touching: 1, clause: 'MS-5.1' },
  { event: 'penclosed', colour: 'red', sheep: 5, cells: ['s1', 's2'], clause: 'MS-7.1' },
  { event: 'turnskipped', seat: 1, clause: 'MS-2.4' },
  { event: 'wentout', seat: 1, dropped: true, bonus: 6, clause: 'MS-6.1' },
  { event: 'wentout', seat: 0, dropped: false, bonus: 0, clause: 'MS-7.2' },
  { event: 'handsreturned', seats: [0, 1], clause: 'MS-7.4' },
  { event: 'colourstold', colours: [['black'], ['red'], ['blue', 'yellow']], clause: 'MS-1.7' },
  {
    event: 'penpassedover',
    seat: 1,
    colour: 'red',
    sheep: 7,
    cells: ['s1'],
    forest: ['n1', 'n2'],
    wolves: ['n2'],
    clause: 'MS-8.2',
  },
  { event: 'pencounted', seat: 1, colour: 'red', sheep: 5, cells: ['s1'], clause: 'MS-8.1' },
  { event: 'scored', seat: 1, largest: 5, pens: 2, times: 1, bonus: 6, points: 11, clause: 'MS-8.1' },
  { event: 'scored', seat: 0, largest: 1, pens: 1, times: 1, bonus: 0, points: 1, clause: 'MS-8.1' },
  { event: 'tiecompared', seats: [0, 1], pens: [[2], [1]], clause: 'MS-8.3' },
  { event: 'gameended', ending: 'stuck', ranks: [2, 1, 3], clause: 'MS-7.4' },
  { event: 'gameended', ending: 'all out', ranks: [1, 1, 3], clause: 'MS-7.2' },
];
const anyEvent = (event: OwnEvent): GameEvent => event as unknown as GameEvent;
const staged = (view: MeineSchafeView, ...events: OwnEvent[]): MeineSchafeView =>
  events.reduce((shown, event) => board.stage(shown, anyEvent(event)), view);

const preview = (action: string, events: OwnEvent[], changes: Partial<MeineSchafeView> = {}): Preview<MeineSchafeView> => ({
  action,
  events: events.map(anyEvent),
  view: seen(changes),
});

describe.each(LANGUAGES)('in words (%s)', (language) => {
  beforeEach(() => speak(language));

  test.each(EVENTS.map((event) => [`${event.event} ${event.clause}`, event] as const))('%s', (_, event) => {
    expectSentence(board.describeEvent(anyEvent(event), players, {}));
  });

  test('the log never names my colour, and omits events that say nothing new', () => {
    const own: OwnEvent = { event: 'colourdealt', seat: 0, colour: 'black', clause: 'MS-1.7' };
    expect(say(board.describeEvent(anyEvent(own), players, {})!)).toBe(
      say(board.describeEvent(anyEvent({ ...own, colour: null }), players, {})!),
    );
    expect(board.describeEvent(anyEvent({ event: 'tiledrawn', seat: 0, tile: 'T01', clause: 'MS-1.8' }), players, {})).toBeNull();
    expect(board.describeEvent(anyEvent({ event: 'tiledrawn', seat: 1, tile: null, clause: 'MS-2.5' }), players, {})).toBeNull();
  });

  test('every event says another thing', () => {
    const lines = EVENTS.map((event) => say(board.describeEvent(anyEvent(event), players, {})!));
    expect(new Set(lines).size).toBe(EVENTS.length);
  });

  test('where something is laid is counted from the start', () => {
    const ways = ['start', 'n2', 's1e3', 'w4', 'n1w1', 'e2'].map((cell) => say(wherePhrase(cell)));
    expect(ways).toEqual(
      language === 'de'
        ? [
            'am Start',
            'vom Start 2 hoch',
            'vom Start 1 runter, 3 nach rechts',
            'vom Start 4 nach links',
            'vom Start 1 hoch, 1 nach links',
            'vom Start 2 nach rechts',
          ]
        : [
            'at the start',
            '2 up from the start',
            '1 down, 3 right from the start',
            '4 left from the start',
            '1 up, 1 left from the start',
            '2 right from the start',
          ],
    );
    for (const event of EVENTS)
      if ('cell' in event)
        expect(say(board.describeEvent(anyEvent(event), players, {})!)).toContain(say(wherePhrase(event.cell)));
  });

  const lay = 'lay T01a e1 1';
  const closing = [EVENTS.find(({ event }) => event === 'penclosed')!];
  type Given = Partial<Parameters<typeof board.prompt>[0]>;
  const other = seen({ waiting_for: [1], active: 1 });
  const PROMPTS: [string, Given][] = [
    ['my turn', { legal: [lay, 'out'] }],
    ['a side in hand', { legal: [lay, 'out'], draft: 'lay T01a' }],
    ['a place', { legal: [lay], draft: lay }],
    ['a place with a preview', { legal: [lay], draft: lay, preview: preview(lay, [], { drawing: 2 }) }],
    ['a place where nothing is drawn', { legal: [lay], draft: lay, preview: preview(lay, []) }],
    ['a place that closes a pen', { legal: [lay], draft: lay, preview: preview(lay, closing, { drawing: 3 }) }],
    ['nothing fits', { legal: ['out', 'skip'] }],
    ['a wolf in hand', { legal: ['out', 'send WY n3'], draft: 'send WY' }],
    ['the colour', { legal: ['out', 'show black s1e1'], draft: 'show black' }],
    ['dropping out', { legal: ['out'], draft: 'out' }],
    [
      'what dropping out is worth',
      { legal: ['out'], draft: 'out', preview: preview('out', [], { scores: [9, 0, 0], table: [player({ bonus: 3 })] }) },
    ],
    ['one more beast', { legal: ['done', 'send WY n3'] }],
    ['one more tile', { legal: ['done', lay] }],
    ['nothing more', { legal: ['done'] }],
    ['another one lays', { view: other, legal: ['out', 'send WY n3'] }],
    ['another one has interrupted', { view: seen({ waiting_for: [2], special: 2 }), legal: [] }],
    ['I am out', { view: seen({ waiting_for: [1], table: [player({ out: 1 }), player(), player()] }), legal: [] }],
    ['chance', { view: seen({ waiting_for: [-1], phase: 'drawing' }), legal: [] }],
    ['I have whistled', { view: other, legal: ['out'], held: { seat: 0, until: 0 } }],
    ['I have the screen to interrupt', { view: other, legal: ['out'], held: { seat: 0, until: null } }],
    ['another one has whistled', { legal: [lay], held: { seat: 2, until: 0 } }],
    ['something new', { legal: ['yodel'] }],
    ['I won', { view: seen({ waiting_for: [], ranks: [1, 2, 3] }), legal: [] }],
    ['another one won', { view: seen({ waiting_for: [], ranks: [2, 1, 3] }), legal: [] }],
    ['I look on', { view: seen({ seat: null, waiting_for: [1], hand: [] }), legal: [] }],
  ];
  test.each(PROMPTS)('the prompt: %s', (_, given) => {
    expectSentence(board.prompt({ view: seen(), legal: [], draft: '', players, ...given }));
  });

  test('the draw is announced before a tile is laid', () => {
    const text = say(
      board.prompt({ view: seen(), legal: [lay], draft: lay, players, preview: preview(lay, [], { drawing: 2 }) }),
    );
    expect(text).toContain(language === 'de' ? 'Du ziehst 2 nach.' : 'You draw 2.');
    // The preview of another draft says nothing about this one.
    const late = say(
      board.prompt({ view: seen(), legal: [lay], draft: lay, players, preview: preview('lay T06a e1 0', [], { drawing: 2 }) }),
    );
    expect(late).not.toContain('2');
  });

  test('the table is described', () => {
    const said = board.describeTable(seen({ ranks: [2, 1, 3] }), players, {}).map(expectSentence);
    expect(said.join(' ')).toMatch(language === 'de' ? /\(vom Start 1 runter\)/ : /\(1 down from the start\)/);
    board.describeTable(seen({ seat: null, hand: [], laid: [], areas: [] }), players, {}).forEach(expectSentence);
  });

  test('facts have labels, and my points are hidden from anyone looking over my shoulder', () => {
    const view = seen();
    for (const { seat } of players)
      for (const { label } of board.facts(view, seat)) expect(say(label)).not.toMatch(/\bms\.|undefined/);
    expect(board.facts(view, 0).map(({ icon, count }) => [icon, count])).toEqual([['tile', 4]]);
    expect(board.facts(view, 1).map(({ icon }) => icon)).toEqual(['tile', 'sheep']);
    expect(board.facts(view, 2).map(({ icon, count }) => [icon, count])).toEqual([['flag', '+6']]);
    expect(players.map(({ seat }) => board.score!(view, seat)!.count)).toEqual(['?', 0, '?']);
    expect(players.map(({ seat }) => board.score!(seen({ ranks: [1, 2, 3] }), seat)!.count)).toEqual([4, 0, 3]);
    for (const { seat } of players) expect(say(board.score!(view, seat)!.label)).not.toMatch(/\bms\.|undefined/);
  });
});

describe('events leave their mark', () => {
  const event = (name: OwnEvent['event'], at = 0): OwnEvent => EVENTS.filter((one) => one.event === name)[at]!;

  test('a tile goes from the hand to the table', () => {
    const view = staged(seen(), event('tilelaid'));
    expect(view.laid.at(-1)).toEqual({ cell: 'e1', tile: 'T01', side: 'a', edges: 'BKKB', beast: null, under: null });
    expect(view.hand.map(({ tile }) => tile)).toEqual(['T06', 'WY', 'HY']);
    expect(view.table[0]!.hand).toBe(3);
  });

  test('a hunter lies upon the wolf', () => {
    const view = staged(seen(), event('wolfdrivenout'));
    expect(view.laid.find(({ cell }) => cell === 'n2')).toMatchObject({ tile: 'HY', beast: 'hunter', under: 'WK' });
    expect(view.laid.length).toBe(seen().laid.length);
  });

  test('bag and hands change with what is drawn and put back', () => {
    const drawn = staged(seen(), event('tiledrawn'));
    expect([drawn.bag, drawn.table[1]!.hand]).toEqual([39, 5]);
    const back = staged(seen(), event('handsreturned'));
    expect([back.bag, back.table.map(({ hand }) => hand), back.hand]).toEqual([48, [0, 0, 4], []]);
  });

  test('a colour that is shown lies there with four sheep', () => {
    const view = staged(seen(), event('colourshown'));
    expect(view.laid.at(-1)).toMatchObject({ cell: 's1e1', edges: 'KKKK' });
    expect(view.table[0]!.shown).toEqual(['black']);
  });

  test('a player who drops out is counted', () => {
    const view = staged(seen(), event('wentout'), event('wentout', 1));
    expect(view.table.map(({ out, bonus }) => [out, bonus])).toEqual([
      [3, 0],
      [2, 6],
      [1, 6],
    ]);
  });

  test('the receipts grow line by line', () => {
    const view = staged(seen(), event('colourstold'), event('penpassedover'), event('pencounted'), event('scored'));
    expect(view.settlement![1]).toEqual({
      lines: [
        { colour: 'red', sheep: 7, passed: true },
        { colour: 'red', sheep: 5, passed: false },
      ],
      ...{ times: 1, bonus: 6, points: 11 },
    });
    expect(view.table.map(({ colours }) => colours)).toEqual([['black'], ['red'], ['blue', 'yellow']]);
  });

  test('the view before stays as it was, and no event is looked at for too long', () => {
    expectCalm(board, seen(), EVENTS.map(anyEvent), players);
  });
});

describe('the table', () => {
  test('cells lie where their names say', () => {
    expect(spotOf('start')).toEqual({ x: 0, y: 0 });
    expect(spotOf('n2e3')).toEqual({ x: 3 * SIZE, y: -2 * SIZE });
    expect(spotOf('s10')).toEqual({ x: 0, y: 10 * SIZE });
    expect(spotOf('w1')).toEqual({ x: -SIZE, y: 0 });
  });

  test('everything fits, with room for one more at each side', () => {
    for (const cells of [['start'], ['start', 'n5', 'e7'], ['start', 's3w10']]) {
      const { left, top, width, height } = boxOf(cells);
      for (const { x, y } of cells.map(spotOf)) {
        expect(Math.min(x - left, left + width - x, y - top, top + height - y)).toBeGreaterThanOrEqual(1.5 * SIZE);
      }
    }
  });

  test('neighbouring edges are one area, opposite ones are not', () => {
    expect(runsOf('YYYY')).toEqual([{ motif: 'Y', first: 0, count: 4 }]);
    expect(runsOf('YKYK').length).toBe(4);
    expect(runsOf('YKKY')).toEqual([
      { motif: 'K', first: 1, count: 2 },
      { motif: 'Y', first: 3, count: 2 },
    ]);
    for (const edges of ['YYYY', 'YKYK', 'YKKY', 'KYYY', 'FRKK']) {
      expect(runsOf(edges).reduce((sum, { count }) => sum + count, 0)).toBe(4);
      for (const run of runsOf(edges)) expect(groundOf(run)).toMatch(/^M.*z$/);
    }
  });

  test('a tile turns clockwise', () => {
    expect([0, 1, 2, 3, 4].map((turn) => turned('KBRY', turn % 4))).toEqual(['KBRY', 'YKBR', 'RYKB', 'BRYK', 'KBRY']);
  });

  test('a pen has gaps where nothing lies, and its count stands on it', () => {
    const covered = coveredBy(['start', 'e1']);
    const open = shapeOf(area('Y', ['start:ne', 'e1:w'], { open: 1 }), covered);
    expect(open.gaps.match(/M/g)!.length).toBe(1);
    expect(open.spots.length).toBe(3);
    const closed = shapeOf(area('Y', ['start:e', 'e1:w'], { open: 0 }), covered);
    expect(closed.gaps).toBe('');
    expect(closed.middle).toEqual({ x: 50, y: 0 });
    expect(shapeOf(area('Y', ['start:nesw']), covered)).toMatchObject({ fence: '', middle: { x: 0, y: 0 } });
    // In two parts of one tile that are connected elsewhere.
    expect(shapeOf(area('Y', ['start:ns']), covered).fence.match(/M/g)!.length).toBe(2);
  });
});

describe('the board offers exactly the legal actions', () => {
  beforeEach(() => {
    speak('en');
    grip.turn = 0;
    grip.specials = false;
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  const whistle = (): HTMLButtonElement | null => document.querySelector('.whistle');
  const press = (selector: string): void =>
    flushSync(() => {
      document.querySelector<HTMLElement>(selector)!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    });

  const show = (first: Partial<BoardProps<MeineSchafeView>> & { view: MeineSchafeView }): Page<MeineSchafeView> =>
    shown(board, { players, ...first });

  /** All that can be done without or with the whistle. */
  function found(view: MeineSchafeView, legal: string[], whistled: boolean): string[] {
    // Others wait while I decide; in my own turn no one has to.
    const held = whistled && view.active !== view.seat ? { seat: view.seat!, until: Date.now() + 5000 } : null;
    return reached(board, { view, players, legal, held }, whistled && held === null ? () => press('.whistle') : undefined);
  }

  const lays = [
    'lay T01a e1 0',
    'lay T01a e1 3',
    'lay T01b w1 1',
    'lay T01b w1 2',
    'lay T06a s2 1',
    'lay T06b e1 3',
    'lay WYb s2e1 0',
    'lay HYa n2 0',
  ];
  const specials = ['out', 'send WY n3', 'send WY n2e1', 'send HY n2', 'show black s1e1', 'show black s2e1'];
  const both = ['show black s1e1', 'show red s1w1', 'show red s1e1'];
  const isSpecial = (action: string): boolean => /^(out|send|show)/.test(action);
  const POSITIONS: [string, MeineSchafeView, string[]][] = [
    ['my turn', seen(), [...lays, ...specials]],
    ['all four turns', seen(), [0, 1, 2, 3].map((turn) => `lay T06a e1 ${turn}`)],
    ['one lay', seen(), ['lay T06a e1 2']],
    ['tiles that I do not know', seen({ hand: [] }), lays],
    ['skipping', seen(), ['skip', 'out']],
    ['skipping with specials', seen(), ['skip', ...specials]],
    ['only specials', seen(), specials],
    ['two colours', seen(), both],
    ['the turn of another', seen({ active: 1, waiting_for: [1] }), specials],
    ['only out', seen({ active: 1, waiting_for: [1] }), ['out']],
    ['wolves and hunters', seen({ phase: 'beasts', special: 0, drawing: 2 }), ['done', 'send WY n3', 'send HY n2']],
    ['no more of them', seen({ phase: 'beasts', special: 0 }), ['done']],
    ['one more tile', seen({ phase: 'extra', special: 0 }), ['done', ...lays]],
    ['actions without a control', seen(), ['yodel', 'lay T01a e1 0']],
    ['nothing', seen(), []],
    ['nothing for spectators', seen({ seat: null, hand: [] }), []],
    ['nothing when it is over', seen({ ranks: [1, 2, 3], phase: 'over' }), []],
  ];
  test.each(POSITIONS)('%s', (_, view, legal) => {
    const whistled = !legal.includes('done') && legal.some(isSpecial);
    const first = found(view, legal, false);
    const then = whistled ? found(view, legal, true) : [];
    expect([...new Set([...first, ...then])].sort()).toEqual([...legal].sort());
    // Without the whistle none of them is visible.
    if (whistled) expect(first.filter(isSpecial)).toEqual([]);
  });

  test.each(['', 'lay T01a', 'lay T01a e1 0', 'send WY', 'send WY n3', 'show black', 'out'])(
    'a draft that leads nowhere any more counts as none: %s',
    (draft) => {
      const page = show({ view: seen(), legal: ['lay T06b e1 3'], draft });
      const found = [...document.querySelectorAll<HTMLElement>('[data-action], [data-draft]')].map(
        ({ dataset }) => dataset['action'] ?? dataset['draft']!,
      );
      for (const text of found) expect('lay T06b e1 3'.startsWith(text)).toBe(true);
      page.end();
    },
  );

  test('the whistle looks the same for everyone, whatever they hold', () => {
    const looks = new Set<string>();
    const other = { active: 1, waiting_for: [1] };
    const WAYS: [Partial<MeineSchafeView>, string[]][] = [
      [{}, lays],
      [{}, [...lays, ...specials]],
      [{}, ['skip', 'out']],
      [{ hand: [] }, ['out', 'skip']],
      [other, ['out']],
      [other, specials],
      [{ ...other, hand: [] }, ['out']],
    ];
    for (const [changes, legal] of WAYS) {
      const page = show({ view: seen(changes), legal, whistle: () => {} });
      looks.add(whistle()!.outerHTML);
      page.end();
    }
    expect(looks.size).toBe(1);
  });

  test('in the turn of another it holds the game; the choices come when it is held, and go when I let go', () => {
    let [blown, gone] = [0, 0];
    const view = seen({ active: 1, waiting_for: [1] });
    const page = show({ view, legal: specials, whistle: () => (blown += 1) });
    expect(document.querySelector('[data-draft], [data-action]')).toBeNull();
    press('.whistle');
    expect(blown).toBe(1);
    expect(document.querySelector('[data-draft], [data-action]')).toBeNull();
    page.next({ held: { seat: 0, until: Date.now() + 9000 }, whistle: null, letGo: () => (gone += 1) });
    expect(document.querySelector('[data-draft="out"]')).not.toBeNull();
    const back = document.querySelector<HTMLButtonElement>('.go')!;
    back.click();
    expect(gone).toBe(1);
    page.next({ held: null, letGo: null });
    expect(document.querySelector('[data-draft], [data-action]')).toBeNull();
    page.end();
  });

  test('while another player holds the game, everyone sees who, and nothing can be laid', () => {
    const page = show({ view: seen(), legal: lays, held: { seat: 2, until: Date.now() + 9000 } });
    expect(document.querySelector('.held')!.textContent).toContain('Cleo');
    expect(document.querySelector('[data-draft], [data-action]')).toBeNull();
    page.end();
  });

  test('the ghost lies where and as the action says', () => {
    const legal = ['lay T06a n2e3 0', 'lay T06a n2e3 1', 'lay T06a s1 1'];
    const ghosts = legal.map((draft) => {
      const page = show({ view: seen(), legal, draft });
      const { style, innerHTML } = document.querySelector<SVGElement>('.ghost')!;
      const found = [style.transform, innerHTML];
      page.end();
      return found;
    });
    const places = ghosts.map(([place]) => place);
    expect(places).toEqual(['translate(300px, -200px)', 'translate(300px, -200px)', 'translate(0px, 100px)']);
    expect(ghosts[0]![1]).not.toBe(ghosts[1]![1]);
    expect(ghosts[1]![1]).toBe(ghosts[2]![1]);
  });

  test('the wolf is drawn under its hunter, on the table and before the hunter is sent', () => {
    const driven = (place: string): number => document.querySelectorAll(`${place} .driven-out`).length;
    const page = show({ view: seen(), legal: ['send HY n2'], draft: 'send HY n2' });
    expect([driven('svg'), driven('.ghost')]).toEqual([1, 1]);
    page.next({
      view: staged(seen(), { event: 'wolfdrivenout', seat: 0, tile: 'HY', cell: 'n2', clause: 'MS-4.4' }),
      legal: [],
      draft: '',
    });
    expect([driven('svg'), driven('.ghost')]).toEqual([1, 0]);
    page.next({ view: seen() });
    expect(driven('svg')).toBe(0);
    page.end();
  });

  test('the whistle looks the same where nothing is legal', () => {
    const view = seen({ active: 1, waiting_for: [1], may_act: [0, 2] });
    const looks = [[], ['out'], ['out', 'send WY n1']].map((legal) => {
      const page = show({ view, legal, whistle: () => {} });
      const found = whistle()!.outerHTML;
      page.end();
      return found;
    });
    expect(new Set(looks).size).toBe(1);
  });

  test('special actions do not name my only colour, and show no places for tiles', () => {
    const page = show({ view: seen(), legal: ['lay T06a n1 0', 'out', 'show black n1'] });
    press('.whistle');
    expect(document.querySelector('[data-draft="show black"]')!.textContent).not.toMatch(/black/i);
    expect(document.querySelector('[data-draft^="lay"], [data-action^="lay"]')).toBeNull();
    expect(say(board.prompt({ view: seen(), legal: ['lay T06a n1 0', 'out'], draft: '', players }))).toMatch(/special action/);
    press('.whistle');
    expect(document.querySelector('[data-draft^="lay"]')).not.toBeNull();
    page.end();
  });

  test('while my tile is being shown, the whistle waits', () => {
    const page = show({ view: seen(), legal: [] });
    expect(whistle()!.disabled).toBe(true);
    page.next({ legal: ['out'] });
    expect(whistle()!.disabled).toBe(false);
    page.end();
  });

  test('the player who holds the game sees the seconds, and lets go by the main button until something is chosen', () => {
    vi.useFakeTimers();
    const held = { seat: 0, until: Date.now() + 10_000 };
    const page = show({ view: seen({ active: 1, waiting_for: [1] }), legal: ['out'], held });
    const go = document.querySelector('.go')!;
    const seconds = (): string[] => [go, document.querySelector('.held text')!].map((one) => /\d+/.exec(one.textContent)![0]);
    expect(seconds()).toEqual(['10', '10']);
    vi.advanceTimersByTime(3500);
    flushSync();
    expect(seconds()).toEqual(['7', '7']);
    expect(go.classList).toContain('do');
    page.next({ draft: 'out' });
    expect([...document.querySelectorAll('.do')].map((one) => one.getAttribute('data-action'))).toEqual(['out']);
    page.end();
    vi.useRealTimers();
  });

  test('receipts show all that counts', () => {
    const lines = [
      { colour: 'black', sheep: 7, passed: true },
      { colour: 'black', sheep: 2, passed: false },
    ];
    const none = { lines: [], times: 1, bonus: 0, points: 0 };
    const settlement = [{ lines, times: 3, bonus: 6, points: 12 }, none, none];
    const page = show({ view: seen({ ranks: [1, 2, 2], waiting_for: [], settlement }) });
    const [own, other] = [...document.querySelectorAll('.receipts li')].map((one) => one.textContent.replace(/\s+/g, ' '));
    expect(own).toMatch(/Black pen, wolf ?7 ?.*Black pen ?2 ?.*× 3 ?.*\+6 ?.*12/);
    expect(other).not.toMatch(/×|\+/);
    page.end();
  });

  test('a preview is described in full', () => {
    const after = seen({ scores: [9, 0, 0], table: [player({ bonus: 3 })] });
    const out = board.prompt({
      view: seen(),
      legal: ['out'],
      draft: 'out',
      players,
      preview: { action: 'out', events: [], view: after },
    });
    expect(say(out)).toMatch(/9 points.*pens 6, bonus 3/);
    const action = 'lay T06a n1 0';
    const closing = (sizes: number[], view: MeineSchafeView): string => {
      const events = sizes.map((sheep) => anyEvent({ event: 'penclosed', colour: 'red', sheep, cells: [], clause: 'MS-7.1' }));
      return say(board.prompt({ view: seen(), legal: [action], draft: action, players, preview: { action, events, view } }));
    };
    for (const sizes of [
      [2, 5],
      [5, 2],
    ])
      expect(closing(sizes, seen({ drawing: 1 }))).toMatch(/5 sheep\..*draw 1/);
    const spoilt = area('R', ['start:ne'], { size: 5, open: 0, threatened: true });
    expect(closing([5], seen({ drawing: 0, areas: [spoilt] }))).toMatch(/5 sheep, worthless.*nothing/);
    const page = show({ view: seen({ phase: 'beasts', special: 0, drawing: 3 }), legal: ['done'] });
    expect(document.querySelector('[data-action="done"]')!.textContent).toContain('3');
    page.end();
  });

  test('closed pens are filled, and a wolf sits at those it threatens', () => {
    const look = (changes: Partial<Area>): number[] => {
      const page = show({ view: seen({ areas: [area('R', ['start:ne'], { open: 0, ...changes })] }) });
      const found = ['.filled', '.count > g'].map((selector) => document.querySelectorAll(selector).length);
      page.end();
      return found;
    };
    expect([look({}), look({ open: 1 }), look({ threatened: true })]).toEqual([
      [1, 0],
      [0, 0],
      [1, 1],
    ]);
  });

  test('my colour is hidden until I look', () => {
    const page = show({ view: seen(), legal: [] });
    const secret = document.querySelector<HTMLElement>('.secret')!;
    expect(secret.textContent).not.toContain('black');
    expect(secret.querySelectorAll('text').length).toBe(1);
    press('.secret');
    expect(secret.textContent).toContain('black');
    press('.secret');
    expect(secret.textContent).not.toContain('black');
    press('.secret');
    // Another player gets the screen.
    page.next({ view: seen({ seat: 1, table: [player(), player({ colours: ['red'] }), player()] }) });
    expect(document.querySelector('.secret')!.textContent).not.toMatch(/black|red/);
    page.end();
  });

  test('my colour is hidden again when my turn is over and when the page is hidden', () => {
    const page = show({ view: seen(), legal: [] });
    const isOpen = (): boolean => document.querySelector('.secret')!.textContent.includes('black');
    press('.secret');
    page.next({ view: seen({ phase: 'extra' }) });
    expect(isOpen()).toBe(true);
    page.next({ view: seen({ active: 1, waiting_for: [1] }) });
    expect(isOpen()).toBe(false);
    // Looking at it while others play is not interrupted.
    press('.secret');
    page.next({ view: seen({ active: 2, waiting_for: [2] }) });
    page.next({ view: seen() });
    expect(isOpen()).toBe(true);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    flushSync(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(isOpen()).toBe(false);
    hidden.mockRestore();
    page.end();
  });

  test('a place first: the hand shows what fits there, and R turns through what fits', () => {
    let draft = '';
    const legal = ['lay T01a e1 0', 'lay T01a e1 3', 'lay T06b e1 3', 'lay T06a s2 1'];
    const page = show({ view: seen(), legal, setDraft: (text) => (draft = text) });
    press('[data-cell="e1"]');
    expect(draft).toBe('lay T01a e1 0');
    page.next({ draft });
    expect(document.querySelectorAll('.face.fits').length).toBe(2);
    const key = (name: string): void => {
      flushSync(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: name })));
      page.next({ draft });
    };
    key('r');
    expect(draft).toBe('lay T01a e1 3');
    key('r');
    expect(draft).toBe('lay T01a e1 0');
    press('[data-draft="lay T06b e1 3"]');
    page.next({ draft });
    expect(draft).toBe('lay T06b e1 3');
    key('f');
    expect(draft).toBe('lay T06a');
    page.end();
  });

  test('a swipe turns a tile, to the right clockwise and to the left anticlockwise', () => {
    const legal = [0, 1, 3].map((turn) => `lay T06a e1 ${turn}`);
    let draft = legal[0]!;
    const page = show({ view: seen(), legal, draft, setDraft: (text) => (draft = text) });
    const swipe = (by: number): void => {
      const face = document.querySelector<HTMLElement>('.face.now')!;
      face.dispatchEvent(new MouseEvent('pointerdown', { clientX: 100, bubbles: true }));
      flushSync(() => void window.dispatchEvent(new MouseEvent('pointerup', { clientX: 100 + by })));
      face.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      page.next({ draft });
    };
    const turns = [40, 40, 40, -40, -40].map((by) => {
      swipe(by);
      return draft.slice(-1);
    });
    expect(turns).toEqual(['1', '3', '0', '3', '1']);
    page.end();
  });

  test('a tile first: places that fit as it is held are bright, others pale until it is turned', () => {
    const page = show({ view: seen(), legal: ['lay T06a e1 1', 'lay T06a s2 0'], draft: 'lay T06a' });
    const pale = (): string[] => [...document.querySelectorAll<SVGElement>('.place.pale')].map(({ dataset }) => dataset['cell']!);
    expect(pale()).toEqual(['e1']);
    flushSync(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'r' })));
    expect(pale()).toEqual(['s2']);
    page.end();
  });

  test('a ghost lies on the place, with what would be drawn, and the pens as they would be', () => {
    const action = 'lay T01a e1 0';
    const after = { drawing: 2, areas: [area('K', ['e1:ne', 's1:e'], { size: 9, open: 0 })] };
    const page = show({ view: seen(), legal: [action], draft: action });
    expect(document.querySelectorAll('.ghost').length).toBe(1);
    expect(document.querySelector('.earned')).toBeNull();
    page.next({ preview: preview(action, [], after) });
    expect(document.querySelector('.earned')!.textContent).toBe('+2');
    expect(document.querySelector('.count text')!.textContent).toBe('9');
    expect(document.querySelector('button[data-action]')!.textContent).toContain('2');
    page.end();
  });

  test('a line of the log shows on the board where it was, in its light ring', () => {
    const page = show({ view: seen(), legal: [] });
    const places = (): string[] =>
      [...document.querySelectorAll('.halo')].map((one) => `${one.getAttribute('x')} ${one.getAttribute('y')}`);
    expect(places()).toEqual([]);
    page.next({ marked: anyEvent(EVENTS.find(({ event }) => event === 'tilelaid')!) });
    expect(places()).toEqual(['50 -50']);
    page.next({ marked: anyEvent(EVENTS.find(({ event }) => event === 'penclosed')!) });
    expect(places()).toEqual(['-50 50', '-50 150']);
    page.next({ marked: null });
    expect(places()).toEqual([]);
    page.end();
  });

  test('arrow keys move between places', () => {
    const legal = ['n3', 'e1', 's2', 'w1'].map((cell) => `lay T01a ${cell} 0`);
    const page = show({ view: seen(), legal });
    const places = [...document.querySelectorAll<SVGElement>('.place')];
    expect(places.map(({ dataset }) => dataset['cell'])).toEqual(['n3', 'w1', 'e1', 's2']);
    expect(places.filter((place) => place.getAttribute('tabindex') === '0').length).toBe(1);
    const key = (name: string): string => {
      flushSync(() => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
      return (document.activeElement as SVGElement).dataset['cell']!;
    };
    places[0]!.focus();
    expect(['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'ArrowLeft'].map(key)).toEqual([
      'w1',
      'e1',
      's2',
      's2',
      'w1',
      'n3',
      's2',
      'e1',
    ]);
    page.end();
  });

  test('what happens can be drawn', () => {
    let view = seen();
    const page = show({ view, legal: [] });
    for (const event of EVENTS) {
      view = board.stage(view, anyEvent(event));
      page.next({ view, happening: anyEvent(event), marked: anyEvent(event) });
    }
    expect(document.body.textContent).not.toMatch(/\bms\./);
    expect(document.querySelectorAll('.receipts li').length).toBe(3);
    page.end();
  });
});

describe('offers', () => {
  const legal = ['lay T01a e1 0', 'lay T01a e1 3', 'lay T06b e1 3', 'send WY n3', 'show red s1', 'out'];
  const moves = legal.flatMap((action) => moveOf(action) ?? []);

  test('are read from the texts', () => {
    expect(moveOf('lay T17a n2e3 1')).toEqual({ verb: 'lay', face: 'T17a', cell: 'n2e3', turn: 1, action: 'lay T17a n2e3 1' });
    expect(moveOf('send WK n2')).toMatchObject({ verb: 'send', face: 'WK', cell: 'n2', turn: 0 });
    expect([moveOf('out'), moveOf('lay T17a')]).toEqual([null, null]);
    expect(offersOf(legal, '')).toMatchObject({
      faces: ['T01a', 'T06b'],
      beasts: ['WY'],
      colours: ['red'],
      out: true,
      done: false,
    });
  });

  test('a place takes the turn that is held, else the next one clockwise', () => {
    expect([0, 1, 2, 3].map((turn) => bestAt(moves, 'e1', turn, 'T01a')!.turn)).toEqual([0, 3, 3, 3]);
    expect(bestAt(moves, 'e1', 0, 'T06b')!.action).toBe('lay T06b e1 3');
    expect(bestAt(moves, 's9', 0)).toBeNull();
  });

  test('turning goes round through what fits', () => {
    const first = moveOf('lay T01a e1 0')!;
    expect(turnedOn(moves, first).turn).toBe(3);
    expect(turnedOn(moves, turnedOn(moves, first)).turn).toBe(0);
    expect(turnedOn(moves, moveOf('lay T06b e1 3')!).turn).toBe(3);
  });
});
