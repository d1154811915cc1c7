// The panel beside the board: events in words, the rules, and the log by keyboard.

import { readdirSync, readFileSync } from 'node:fs';
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GameEvent, Player } from '../src/boards/board';
import { sectionsOf } from '../src/rules/components';
import { linesOf, linesOfEvents, type LogLine } from '../src/stage/lines';
import LogList from '../src/side/LogList.svelte';
import RulesDialog from '../src/rules/RulesDialog.svelte';
import { chaptersOf, found, hits, paragraphsOf, partsOf } from '../src/rules/rules';
import type { Happened } from '../src/stage/steps';
import type { ClauseSeen, Term } from '../src/types/reading';
import type { Note } from '../src/types/wire';
import { say, words } from '../src/words/words.svelte';
import { LANGUAGES, messages } from './languages';

const speak = (language: string): void => words.use(language, { ...messages(language), rolled: '{who} rolled' });

const players: Player[] = [
  { seat: 0, name: 'Ada', colour: 0 },
  { seat: 1, name: 'Ben', colour: 1 },
];
const rolled = (seat: number): GameEvent => ({ event: 'rolled', clause: 'VW-3.4', seat });
const hidden: GameEvent = { event: 'hidden', clause: 'VW-1.1' };
const board = {
  describeEvent: (event: GameEvent, people: Player[]) =>
    event.event === 'hidden' ? null : { key: 'rolled', values: { who: people[event.seat ?? 0]!.name } },
};
const happened = (version: number, note: Note, events: GameEvent[] = [], before = 0, moves = before): Happened => ({
  ...{ version, note, events, before, moves, at: 0 },
});

describe('lines', () => {
  test('events become lines in the words of their board, with seat, clause and event; null makes no line', () => {
    speak('en');
    const event = rolled(1);
    const lines = linesOf([happened(7, { kind: 'acted', seat: 1, by: 'bot' }, [hidden, event])], board, players, {});
    expect(lines).toEqual([{ id: '7.1', phrase: { key: 'rolled', values: { who: 'Ben' } }, seat: 1, clause: 'VW-3.4', event }]);
    expect(lines[0]!.event).toBe(event);
    expect(say(lines[0]!.phrase)).toBe('Ben rolled');
  });

  const notes: [Note, string | null, string | null][] = [
    [{ kind: 'sat', seat: 1, name: 'Bob' }, 'Bob sat down.', 'Bob hat Platz genommen.'],
    [{ kind: 'stood', seat: 1 }, 'A seat is free again.', 'Ein Platz ist wieder frei.'],
    [{ kind: 'closed' }, 'The table was closed.', 'Der Tisch wurde geschlossen.'],
    [{ kind: 'begun' }, 'The game begins.', 'Das Spiel beginnt.'],
    [{ kind: 'imported' }, 'The game goes on from an earlier one.', 'Das Spiel geht von einem früheren aus weiter.'],
    [{ kind: 'left', seat: 0 }, 'Ada has left. A bot plays on.', 'Ada ist gegangen. Der Computer spielt weiter.'],
    [{ kind: 'came-back', seat: 0 }, 'Ada is back.', 'Ada ist wieder da.'],
    [{ kind: 'undone', seat: 0, keep: 3 }, 'Ada took a move back.', 'Ada hat einen Zug zurückgenommen.'],
    [{ kind: 'undo-asked', seat: 0, keep: 0 }, 'Ada would like to go back.', 'Ada möchte zurückgehen.'],
    [{ kind: 'undo-answered', seat: 1, agreed: true }, 'Ben agrees to go back.', 'Ben ist mit dem Zurückgehen einverstanden.'],
    [{ kind: 'undo-answered', seat: 1, agreed: false }, 'Ben would rather play on.', 'Ben möchte lieber weiterspielen.'],
    [
      { kind: 'whistled', seat: 0 },
      'Ada whistled. The game waits a moment.',
      'Ada hat gepfiffen. Das Spiel wartet einen Moment.',
    ],
    [{ kind: 'went-on', seat: 0 }, 'The game goes on.', 'Es geht weiter.'],
    [{ kind: 'rematch-offered', seat: 1, table: 'x' }, 'Ben would like another game.', 'Ben möchte noch eine Partie spielen.'],
    [
      { kind: 'acted', seat: 1, by: 'clock' },
      'Time was up for Ben, so a bot made this move.',
      'Die Zeit von Ben war um, darum hat der Computer gezogen.',
    ],
    [
      { kind: 'acted', seat: 1, by: 'stand-in' },
      'Ben got stuck, so a simpler bot made this move.',
      'Ben kam nicht weiter, darum hat ein einfacherer Computer gezogen.',
    ],
    [{ kind: 'acted', seat: 1, by: 'person' }, null, null],
    [{ kind: 'ready', seat: 1 }, null, null],
    [{ kind: 'something-new' }, null, null],
  ];
  test.each(notes)('the note %o has words in both languages', (note, english, german) => {
    const described = ['en', 'de'].map((language) => {
      speak(language);
      return linesOf([happened(1, note)], board, players, {}).map(({ phrase }) => say(phrase))[0] ?? null;
    });
    expect(described).toEqual([english, german]);
  });

  test('the note of a clock comes before its events, and all ids differ', () => {
    const lines = linesOf([happened(2, { kind: 'acted', seat: 0, by: 'clock' }, [rolled(0), rolled(0)])], board, players, {});
    expect(lines.map(({ id }) => id)).toEqual(['2', '2.0', '2.1']);
  });

  const moved = (version: number, moves: number, by = 'person'): Happened =>
    happened(version, { kind: 'acted', seat: 0, by }, [rolled(0)], moves - 1, moves);
  const textsOf = (...all: Happened[]): string[] =>
    linesOf(all, board, players, {}).map(({ phrase, gone }) => `${gone ? '- ' : ''}${say(phrase)}`);

  test('arrivals and departures have lines until the game begins', () => {
    speak('en');
    const before = [happened(1, { kind: 'sat', seat: 1, name: 'Bob' }), happened(2, { kind: 'stood', seat: 1 })];
    expect(textsOf(...before)).toEqual(['Bob sat down.', 'A seat is free again.']);
    expect(textsOf(...before, happened(3, { kind: 'begun' }), moved(4, 1))).toEqual(['The game begins.', 'Ada rolled']);
  });

  test('a takeback has a line, and undone moves are marked', () => {
    speak('en');
    const asked = happened(5, { kind: 'undo-asked', seat: 0, keep: 1 }, [], 3);
    const before = [moved(1, 1), moved(2, 2, 'clock'), happened(3, { kind: 'left', seat: 1 }, [], 2), moved(4, 3), asked];
    const agreed: Note = { kind: 'undo-answered', seat: 1, agreed: true };
    expect(
      textsOf(...before, happened(6, agreed, [], 3), happened(7, { kind: 'stood', seat: 1 }, [], 3, 1), moved(8, 2)),
    ).toEqual([
      'Ada rolled',
      '- Time was up for Ada, so a bot made this move.',
      '- Ada rolled',
      'Ben has left. A bot plays on.',
      '- Ada rolled',
      'Ada would like to go back.',
      'Ben agrees to go back.',
      'A seat is free again.',
      'The game is back where it was after move 1.',
      'Ada rolled',
    ]);
  });

  test('undone moves stay marked, however far the game goes on', () => {
    speak('de');
    const undone = happened(3, { kind: 'undone', seat: 0, keep: 0 }, [], 1, 0);
    expect(textsOf(moved(2, 1), undone, moved(4, 1), moved(5, 2), happened(6, { kind: 'undone', seat: 0 }, [], 2, 1))).toEqual([
      '- Ada rolled',
      'Ada hat einen Zug zurückgenommen.',
      'Das Spiel steht wieder am Anfang.',
      'Ada rolled',
      '- Ada rolled',
      'Ada hat einen Zug zurückgenommen.',
      'Das Spiel steht wieder da, wo es nach Zug 1 stand.',
    ]);
  });

  test('a replay has lines of its steps', () => {
    expect(linesOfEvents('12', [rolled(0), hidden], board, players, {}).map(({ id }) => id)).toEqual(['12.0']);
  });
});

describe('rules', () => {
  const ids = ['VW-3.4', 'VW-5.8'];

  test('numbers of clauses become links, with and without the letters; other numbers do not', () => {
    expect(partsOf('See (VW-3.4) or 5.8, not 9.9.', ids)).toEqual([
      { kind: 'text', text: 'See (' },
      { kind: 'clause', text: 'VW-3.4', clause: 'VW-3.4' },
      { kind: 'text', text: ') or ' },
      { kind: 'clause', text: '5.8', clause: 'VW-5.8' },
      { kind: 'text', text: ', not 9.9.' },
    ]);
  });

  test('emphasis, code and references to the component tables are recognised', () => {
    expect(partsOf('**All** *this* `x` in (`sheepfold components volle-wolle`)', ids).map(({ kind }) => kind)).toEqual([
      'emphasis',
      'text',
      'emphasis',
      'text',
      'code',
      'text',
      'tables',
      'text',
    ]);
    expect(partsOf('<b>plain</b>', ids)).toEqual([{ kind: 'text', text: '<b>plain</b>' }]);
    expect(partsOf('', ids)).toEqual([]);
  });

  test('a label begins a paragraph', () => {
    expect(paragraphsOf('You throw. *Ruling:* Not twice. *Reported:* Often.', ids)).toEqual([
      { label: null, parts: [{ kind: 'text', text: 'You throw.' }] },
      { label: 'Ruling', parts: [{ kind: 'text', text: 'Not twice.' }] },
      { label: 'Reported', parts: [{ kind: 'text', text: 'Often.' }] },
    ]);
  });

  const clauses: ClauseSeen[] = [
    { id: 'VW-1.3', chapter: '1 Material', status: 'R', text: 'Drei Würfel.', pictures: [] },
    { id: 'VW-1.4', chapter: '1 Material', status: 'R', text: 'Wollchips.', pictures: [] },
    { id: 'VW-3.1', chapter: '3 Würfeln', status: 'A', text: 'Drei Würfe.', pictures: [] },
  ];

  test('a search finds clauses that have all words, whatever the accents', () => {
    const search = (text: string): string[] => found(clauses, text).map(({ id }) => id);
    expect(search('')).toHaveLength(3);
    expect(search('DREI wurf')).toEqual(['VW-1.3', 'VW-3.1']);
    expect(search('vw-1.4')).toEqual(['VW-1.4']);
    expect(search('material drei')).toEqual(['VW-1.3']);
    expect(search('wolf')).toEqual([]);
    expect(chaptersOf(clauses).map(({ title, clauses: inside }) => [title, inside.length])).toEqual([
      ['1 Material', 2],
      ['3 Würfeln', 1],
    ]);
  });

  test('matches of the search are marked in the text', () => {
    expect(hits('Drei Würfel, drei Würfe', 'wurfe drei')).toEqual([
      { text: 'Drei', hit: true },
      { text: ' ', hit: false },
      { text: 'Würfe', hit: true },
      { text: 'l, ', hit: false },
      { text: 'drei', hit: true },
      { text: ' ', hit: false },
      { text: 'Würfe', hit: true },
    ]);
    expect(hits('Wolle', '')).toEqual([{ text: 'Wolle', hit: false }]);
  });

  test('every label in our rules is a word of a badge, in its language', () => {
    const folder = '../docs/rules';
    for (const file of readdirSync(folder)) {
      const known = messages(file.endsWith('.de.md') ? 'de' : 'en');
      const badges = ['R', 'S', 'A'].map((status) => known[`side.status.${status}`]);
      for (const [, text] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^ {2}(\*[^*]+:\*)/gm))
        expect(badges).toContain(paragraphsOf(`${text} x`, [])[0]!.label);
    }
  });
});

describe('component tables', () => {
  test('facts and tables of a section', () => {
    const section = { status: 'assumed', note: 'ours', all: 25, sides: [12, 8], cards: [{ id: 'a' }, { id: 'b', bone: true }] };
    expect(sectionsOf({ chips: section })).toEqual([
      {
        name: 'chips',
        status: 'assumed',
        note: 'ours',
        facts: [
          { name: 'all', values: [25] },
          { name: 'sides', values: [12, 8] },
        ],
        tables: [
          {
            name: 'cards',
            columns: ['id', 'bone'],
            rows: [
              [['a'], []],
              [['b'], [true]],
            ],
          },
        ],
      },
    ]);
  });

  test.each(LANGUAGES)('all sections, fields and notes of all games have words in %s', (language) => {
    const known = messages(language);
    for (const game of ['volle-wolle', 'schafe-schubsen', 'haste-bock', 'meine-schafe']) {
      const file = `../src/sheepfold/games/${game.replace('-', '_')}/components.json`;
      for (const section of sectionsOf(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)) {
        const key = `side.parts.${game}.${section.name}`;
        expect(known).toHaveProperty([key]);
        for (const name of [...section.facts.map((fact) => fact.name), ...section.tables.flatMap((table) => table.columns)])
          expect(known).toHaveProperty([`${key}.${name}`]);
        if (section.note) expect(known).toHaveProperty([`${key}.note`]);
        // The note may have changed in the file: then ours must, in both languages.
        if (section.note && language === 'en') expect(known[`${key}.note`]!.toLowerCase()).toBe(`${section.note.toLowerCase()}.`);
      }
    }
  });
});

describe('the log', () => {
  const onMark = vi.fn<(event: GameEvent | null) => void>();
  const onClause = vi.fn<(clause: string) => void>();
  let list: Record<string, unknown>;
  const events = [rolled(0), rolled(1), rolled(0)];
  const lines: LogLine[] = linesOf(
    [happened(1, { kind: 'begun' }), ...events.map((event, index) => happened(index + 2, { kind: 'acted', by: 'bot' }, [event]))],
    board,
    players,
    {},
  );
  const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('button.text')];
  const press = (key: string): void => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    flushSync();
  };

  beforeEach(() => {
    speak('en');
    onMark.mockReset();
    onClause.mockReset();
    const props = { lines, players, label: 'Log', empty: 'Nothing', marked: null, onMark, onClause };
    list = mount(LogList, { target: document.body, props });
    flushSync();
  });
  afterEach(async () => {
    await unmount(list);
    await tick();
  });

  test('is a live region with a line for everything, and says the colour of a seat by a letter', () => {
    const log = document.querySelector('[role=log]')!;
    expect(log.getAttribute('aria-live')).toBe('polite');
    expect([...log.querySelectorAll('li')].map((line) => line.querySelector('.text')!.textContent)).toEqual([
      'The game begins.',
      'Ada rolled',
      'Ben rolled',
      'Ada rolled',
    ]);
    expect(log.querySelectorAll('li')[2]!.querySelector('svg text')!.textContent).toBe('R');
  });

  test('labels undone lines', async () => {
    await unmount(list);
    const gone = lines.map((line, index) => ({ ...line, gone: index < 2 }));
    list = mount(LogList, {
      target: document.body,
      props: { lines: gone, players, label: 'Log', empty: '', marked: null, onMark, onClause },
    });
    flushSync();
    expect(document.querySelector('li.gone span.text')!.role).toBe('deletion');
    expect(buttons().map((button) => button.getAttribute('aria-label'))).toEqual(['Ada rolled (taken back)', null, null]);
    expect(document.querySelectorAll('li.gone')).toHaveLength(2);
  });

  test('is one tab stop, the newest line first, and arrow keys move through it', () => {
    expect(buttons().map((button) => button.tabIndex)).toEqual([-1, -1, 0]);
    buttons()[2]!.focus();
    press('ArrowUp');
    expect(document.activeElement).toBe(buttons()[1]);
    expect(buttons().map((button) => button.tabIndex)).toEqual([-1, 0, -1]);
    press('Home');
    expect(document.activeElement).toBe(buttons()[0]);
    press('ArrowUp');
    expect(document.activeElement).toBe(buttons()[0]);
    press('End');
    expect(document.activeElement).toBe(buttons()[2]);
    expect(onMark.mock.calls.map(([event]) => event).filter(Boolean)).toEqual([events[2], events[1], events[0], events[2]]);
  });

  test('marks the event of a line on the board until the line loses the focus', () => {
    buttons()[1]!.focus();
    expect(onMark).toHaveBeenLastCalledWith(events[1]);
    buttons()[1]!.blur();
    expect(onMark).toHaveBeenLastCalledWith(null);
  });

  test('a tap marks a line, and another one clears the mark', () => {
    buttons()[0]!.focus();
    buttons()[0]!.click();
    expect(onMark).toHaveBeenLastCalledWith(events[0]);
    buttons()[0]!.click();
    expect(onMark).toHaveBeenLastCalledWith(null);
  });

  test('the mouse marks a line while it is over it', () => {
    const over = (type: string): boolean =>
      buttons()[1]!.dispatchEvent(new PointerEvent(type, { pointerType: 'mouse', bubbles: true }));
    over('pointerenter');
    expect(onMark).toHaveBeenLastCalledWith(events[1]);
    over('pointerleave');
    expect(onMark).toHaveBeenLastCalledWith(null);
  });

  test('opens the rule of a line', () => {
    const rule = document.querySelectorAll<HTMLButtonElement>('button.clause')[1]!;
    expect(rule.getAttribute('aria-label')).toBe('Why? Rule VW-3.4');
    rule.click();
    expect(onClause).toHaveBeenCalledWith('VW-3.4');
  });
});

/** An observer that sees only what a test brings near. */
class Near {
  static all: Near[] = [];
  private nodes: Element[] = [];
  constructor(private notify: (entries: { isIntersecting: boolean }[]) => void) {
    Near.all.push(this);
  }
  observe(node: Element): void {
    this.nodes.push(node);
  }
  disconnect(): void {
    this.nodes = [];
  }
  static come(node: Element): void {
    for (const near of Near.all) if (near.nodes.includes(node)) near.notify([{ isIntersecting: true }]);
  }
}

describe('the rules in a dialog', () => {
  const rules: ClauseSeen[] = [
    {
      id: 'VW-1.2',
      chapter: '1 Components',
      status: 'A',
      text: 'Listed in (`sheepfold components volle-wolle`). See 2.1.',
      pictures: [],
    },
    {
      id: 'VW-2.1',
      chapter: '2 A round',
      status: 'R',
      text: 'Cards lie <b>open</b>. *Ruling:* All of them.',
      pictures: [{ name: 'bidding', caption: 'A round.' }],
    },
  ];
  const terms: Term[] = [
    { term: 'Card', text: 'What lies in the middle (2.1).' },
    { term: 'Peg', text: 'Holds a bid.' },
  ];
  const components = {
    chips: { status: 'rulebook', note: '', all: 25 },
    boards: { status: 'assumed', note: 'ours', numbers: [1, 2] },
  };
  const onClose = vi.fn<() => void>();
  let dialog: Record<string, unknown>;
  let asked: string[];

  async function open(clause: string | null, answers = true, language = 'en'): Promise<void> {
    words.use(language, messages('en'));
    asked = [];
    vi.stubGlobal('IntersectionObserver', Near);
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address);
      if (!answers) return Promise.reject(new Error('offline'));
      if (/language=(?!en|de)/.test(address))
        return Promise.resolve(new Response('{"message": "no such language"}', { status: 400 }));
      const documents: Record<string, unknown> = { rules, glossary: terms, about: { text: 'Sheep, mostly.' }, components };
      const answer = documents[address.split(/[/?]/)[4]!];
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
    dialog = mount(RulesDialog, { target: document.body, props: { game: 'volle-wolle', title: 'Rules', clause, onClose } });
    await settled();
  }
  const settled = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    flushSync();
  };
  const shown = (): string | undefined => document.querySelector<HTMLElement>('article.shown')?.dataset['place'];

  afterEach(async () => {
    await unmount(dialog);
    vi.unstubAllGlobals();
  });

  test('shows chapters, clauses as text, where they come from, and the tables', async () => {
    await open(null);
    expect(asked).toEqual(
      ['rules?language=en', 'glossary?language=en', 'about?language=en', 'components'].map(
        (what) => `/api/games/volle-wolle/${what}`,
      ),
    );
    expect([...document.querySelectorAll('section h2')].map((heading) => heading.textContent)).toEqual([
      'What it is about',
      '1 Components',
      '2 A round',
      'Glossary',
      'Component tables',
    ]);
    expect(document.querySelector('section p')!.textContent).toBe('Sheep, mostly.');
    const [ruling, rulebook] = document.querySelectorAll('article');
    expect(ruling!.querySelector('h3 .badge')!.textContent).toBe('Ruling');
    expect(rulebook!.querySelector('h3 .badge')).toBeNull();
    expect(rulebook!.querySelector('p .badge')!.textContent).toBe('Ruling');
    expect(rulebook!.querySelector('b')).toBeNull();
    expect(rulebook!.textContent).toContain('<b>open</b>');
    expect([...document.querySelectorAll('summary .badge')].map((badge) => badge.textContent)).toEqual(['Rulebook', 'Assumed']);
    expect(shown()).toBeUndefined();
  });

  test('goes to the requested clause, and follows links from there', async () => {
    await open('VW-1.2');
    expect(shown()).toBe('VW-1.2');
    expect(document.activeElement).toBe(document.querySelector('[data-place="VW-1.2"]'));
    expect(document.querySelector('article.shown .why')!.textContent).toBe('Why? Because of this.');
    const [tables, link] = document.querySelectorAll<HTMLButtonElement>('article button.link');
    link!.click();
    await settled();
    expect(shown()).toBe('VW-2.1');
    expect(document.querySelector('.why')).toBeNull();
    tables!.click();
    await settled();
    expect(document.activeElement).toBe(document.querySelector('[data-place="components"]'));
  });

  test('can be searched', async () => {
    await open(null);
    const search = document.querySelector<HTMLInputElement>('input[type=search]')!;
    search.value = 'cards';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect([...document.querySelectorAll<HTMLElement>('article')].map(({ dataset }) => dataset['place'])).toEqual(['VW-2.1']);
    expect(document.querySelector('mark')!.textContent).toBe('Cards');
    expect([...document.querySelectorAll('.glossary dt')].map((term) => term.textContent)).toEqual([]);
    expect(document.querySelector('[aria-live]')!.textContent).toBe('1 rule found');
  });

  test('explains its words, which can be found and lead to their rules', async () => {
    await open(null);
    expect([...document.querySelectorAll('.glossary dt')].map((term) => term.textContent)).toEqual(['Card', 'Peg']);
    document.querySelector<HTMLButtonElement>('.glossary button')!.click();
    await settled();
    expect(shown()).toBe('VW-2.1');
    const search = document.querySelector<HTMLInputElement>('input[type=search]')!;
    search.value = 'peg';
    search.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect([...document.querySelectorAll('.glossary dt')].map((term) => term.textContent)).toEqual(['Peg']);
    expect(document.querySelectorAll('article')).toHaveLength(0);
  });

  test('has pictures, which are loaded only when they come near', async () => {
    await open(null);
    const figure = document.querySelector('figure')!;
    expect(figure.querySelector('figcaption')!.textContent).toBe('A round.');
    expect(figure.querySelector('[inert]')).not.toBeNull();
    expect(asked.filter((address) => address.includes('pictures'))).toEqual([]);
    Near.come(figure);
    await settled();
    expect(asked.filter((address) => address.includes('pictures'))).toEqual(['/api/games/volle-wolle/pictures/bidding']);
  });

  test('offers the summary, if there are rules', async () => {
    await open(null);
    expect(document.querySelector('a.summary')!.getAttribute('href')).toBe('/summary/volle-wolle');
  });

  test('are in English where there is no translation', async () => {
    await open('VW-1.2', true, 'fr');
    expect(shown()).toBe('VW-1.2');
    expect(document.querySelector('section p')!.textContent).toBe('Sheep, mostly.');
  });

  test('says when they cannot be loaded', async () => {
    await open(null, false);
    expect(document.querySelector('.box p')!.textContent).toBe('The rules could not be fetched.');
  });
});
