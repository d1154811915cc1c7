// Guided first games: progress, points, the lesson itself and its bubble. The server is a fake.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { board as meadow } from '../src/boards/meine-schafe';
import { board } from '../src/boards/plain';
import { lessons } from '../src/browser/lessons.svelte';
import { route } from '../src/browser/route.svelte';
import { Explainer } from '../src/explain/explainer.svelte';
import { Lesson } from '../src/learn/lesson.svelte';
import LessonTable from '../src/learn/LessonTable.svelte';
import { ringAround, trail } from '../src/learn/geometry';
import { nextOf, shownBy } from '../src/learn/points';
import { Zoom } from '../src/stage/zoom.svelte';
import Offer from '../src/start/Offer.svelte';
import LearnLink from '../src/start/LearnLink.svelte';
import type { GameSeen, LessonMoment, LessonReply, LessonSeen } from '../src/types/wire';
import { view } from './fakes';
import { speak } from './languages';

const GAME: GameSeen = {
  id: 'hop',
  title: 'Hop',
  pitch: '',
  players: [2],
  minutes: 5,
  options: [],
  bots: ['random', 'lamb'],
  lesson: true,
};
const step = (id: string, more: object = {}): LessonSeen['steps'][number] => ({
  id,
  point: [],
  clauses: [],
  reads: true,
  fresh: false,
  ...more,
});
const OUTLINE: LessonSeen = {
  game: 'hop',
  seat: 0,
  names: ['', 'Flocke'],
  players: 2,
  options: {},
  steps: [
    step('meadow', { point: ['prompt'] }),
    step('hop', { reads: false, point: ['action hop 2'], clauses: ['HO-1.1'] }),
    step('end', { fresh: true }),
  ],
  texts: {
    en: {
      'lesson.hop.title': 'Hop, from the start',
      'lesson.hop.meadow': 'This is a meadow.',
      'lesson.hop.hop': 'Hop twice.',
      'lesson.hop.hop.right': 'Well hopped.',
      'lesson.hop.hop.wrong.far': 'Too far.',
      'lesson.hop.hop.otherwise': 'Something else was meant.',
      'lesson.hop.end': 'That was it.',
    },
    de: { 'lesson.hop.meadow': 'Das ist eine Wiese.' },
  },
  position: 'hop:2 somewhere',
};
const moment = (more: Partial<LessonMoment> = {}): LessonMoment => ({
  view: view([0], { place: 0 }),
  legal: '',
  chances: {},
  board: 'a meadow',
  ask: '',
  ...more,
});
const HOP = moment({ legal: '0hop 1|42|43' });
const right = (more: Partial<LessonReply> = {}): LessonReply => ({ right: true, reply: null, frames: [], legal: '', ...more });
const frame = (place: number): LessonReply['frames'][number] => ({ events: [], patch: [[['place'], place]], action: null });

let requests: [path: string, body: unknown][];
/** The answers to come, in order. */
let answers: (object | [status: number, body: object])[];
let page: Record<string, unknown> | null;

beforeEach(() => {
  speak('en');
  localStorage.clear();
  lessons.keep('hop', { at: 0, ended: false, done: false, offered: false });
  document.body.innerHTML = '';
  requests = [];
  page = null;
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit) => {
    requests.push([path.replace('/api/games/hop/lesson/', ''), body ? JSON.parse(body as string) : null]);
    const answer = answers.shift()!;
    const [status, content] = Array.isArray(answer) ? answer : [200, answer];
    return Promise.resolve(new Response(JSON.stringify(content), { status }));
  });
});

afterEach(() => {
  if (page) void unmount(page);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn++) await Promise.resolve().then(() => flushSync());
  await new Promise((done) => setTimeout(done));
  flushSync();
};

async function at(number: number, ...coming: typeof answers): Promise<Lesson> {
  answers = coming;
  const lesson = new Lesson(OUTLINE, board);
  await lesson.go(number);
  return lesson;
}

describe('progress', () => {
  test('is kept by game', () => {
    lessons.keep('hop', { at: 4 });
    lessons.keep('hop', { done: true });
    expect(lessons.of('hop')).toEqual({ at: 4, ended: false, done: true, offered: false });
    expect(lessons.of('skip')).toEqual({ at: 0, ended: false, done: false, offered: false });
    expect(JSON.parse(localStorage.getItem('sheepfold.lessons')!)).toEqual({
      hop: { at: 4, ended: false, done: true, offered: false },
    });
  });

  test('of another tab is not overwritten', () => {
    localStorage.setItem('sheepfold.lessons', '{"skip": {"at": 3}}');
    lessons.keep('hop', { at: 1 });
    expect(lessons.of('skip').at).toBe(3);
  });

  test.each(['null', 'no JSON'])('starts from the beginning if what was kept is %s', (kept) => {
    localStorage.setItem('sheepfold.lessons', kept);
    lessons.keep('skip', { at: 2 });
    expect(lessons.of('skip').at).toBe(2);
  });
});

describe('points', () => {
  beforeEach(() => {
    document.body.innerHTML = `
      <div class="prompt"><p class="sentence"></p></div>
      <div class="seats"><section><ul><li id="s0"><ul><li></li></ul></li><li id="s1"></li></ul></section></div>
      <i class="unseen"><b data-thing="card S07" id="hidden"></b></i><b data-thing="card S07" id="card"></b>
      <button data-draft="lay 3" id="d3"></button><button data-draft="lay 34" id="d34"></button>`;
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
  });
  const ids = (found: Element[]): string[] => found.map((one) => one.id || one.className);

  test('find the prompt, seats and things that can be seen', () => {
    expect(ids(shownBy(document, ['prompt', 'seat 1', 'thing card S07', 'thing card S99']))).toEqual(['sentence', 's1', 'card']);
  });

  test('lead through the stages of an action to its confirmation', () => {
    const points = ['draft lay 3', 'draft lay 34'];
    document.querySelector('#d34')!.remove();
    expect(ids(nextOf(document, points, ''))).toEqual(['d3']);
    document.body.insertAdjacentHTML('beforeend', '<button data-draft="lay 34" id="d34"></button>');
    expect(ids(nextOf(document, points, 'lay 3'))).toEqual(['d34']);
    document.body.insertAdjacentHTML('beforeend', '<button data-action="lay 34" id="a34"></button>');
    expect(ids(nextOf(document, points, 'lay 34'))).toEqual(['a34']);
  });

  test('do not skip a stage, although a later one could be pressed already', () => {
    expect(ids(nextOf(document, ['draft lay 3', 'draft lay 34'], ''))).toEqual(['d3']);
    expect(ids(nextOf(document, ['draft lay 3', 'draft lay 34'], 'lay 3'))).toEqual(['d34']);
    // What opens the stages comes before all of them, and is forgotten once they are there.
    expect(ids(nextOf(document, ['thing card S07', 'draft send 1', 'draft send 12'], ''))).toEqual(['card']);
    expect(ids(nextOf(document, ['thing card S07', 'draft lay 3', 'draft lay 34'], ''))).toEqual(['d3']);
  });

  test('of several actions are alternatives', () => {
    document.body.insertAdjacentHTML('beforeend', '<b data-action="side A" id="A"></b><b data-action="side B" id="B"></b>');
    expect(ids(nextOf(document, ['action side A', 'action side B'], ''))).toEqual(['A', 'B']);
  });
});

describe('the ring and the trail', () => {
  const bubble = { left: 900, top: 400, right: 1200, bottom: 700 };

  test('the ring stays within the window', () => {
    expect(ringAround({ left: -20, top: 100, right: 2000, bottom: 200 }, 1280, 800)).toEqual({
      left: 2,
      top: 94,
      right: 1278,
      bottom: 206,
    });
  });

  test('the ring around a line of text leaves the next line alone', () => {
    const { top, bottom } = ringAround({ left: 100, top: 100, right: 300, bottom: 120 }, 1280, 800);
    expect([top, bottom]).toEqual([98, 122]);
  });

  test('the trail leads from the facing side of the bubble to the near side of the ring', () => {
    const { path, end } = trail(bubble, { left: 300, top: 300, right: 400, bottom: 360 })!;
    expect(path).toMatch(/^M900 424Q/);
    expect(end).toEqual({ x: 400, y: 360 });
    expect(trail(bubble, { left: 1000, top: 100, right: 1100, bottom: 200 })!.end).toEqual({ x: 1050, y: 200 });
    expect(trail(bubble, { left: 1000, top: 750, right: 1100, bottom: 780 })!.path).toMatch(/^M1050 700Q/);
  });

  test('beside the bubble the trail runs above the other choices in the row', () => {
    const { path, end, angle } = trail(bubble, { left: 300, top: 500, right: 400, bottom: 560 })!;
    expect(path).toBe('M900 476Q350 476 350 500');
    expect([end, angle]).toEqual([{ x: 350, y: 500 }, 90]);
  });

  test('there is none if they touch', () => {
    expect(trail(bubble, { left: 800, top: 500, right: 895, bottom: 560 })).toBe(null);
  });
});

describe('a lesson', () => {
  test('is read step by step, and remembers where it is', async () => {
    const lesson = await at(0, moment(), right(), HOP);
    expect([lesson.text(), lesson.legal, lesson.title]).toEqual(['This is a meadow.', [], 'Hop, from the start']);
    lesson.next();
    await settled();
    lesson.shown();
    await settled();
    expect(requests.map(([path]) => path)).toEqual(['meadow', 'meadow', 'hop']);
    expect([lesson.at, lesson.text(), lesson.legal]).toEqual([1, 'Hop twice.', ['hop 1', 'hop 2', 'hop 3']]);
    expect(lessons.of('hop').at).toBe(1);
  });

  test('speaks the language of the page, and English where a text is missing', async () => {
    const lesson = await at(0, moment());
    speak('de');
    expect([lesson.text(), lesson.title]).toEqual(['Das ist eine Wiese.', 'Hop, from the start']);
  });

  test('replies to a wrong try, and changes nothing', async () => {
    const lesson = await at(1, HOP, { right: false, reply: 'wrong.far', frames: [], legal: HOP.legal });
    lesson.draft = 'hop 3';
    const before = lesson.stage.view;
    await lesson.act('hop 3');
    expect(requests.at(-1)).toEqual(['hop', { action: 'hop 3' }]);
    expect(lesson.said).toEqual({ kind: 'wrong', reply: 'wrong.far' });
    expect([lesson.text('wrong.far'), lesson.draft, lesson.legal.length, lesson.at]).toEqual(['Too far.', '', 3, 1]);
    expect(lesson.stage.view).toBe(before);
    lesson.next();
    expect(requests).toHaveLength(2);
    lesson.again();
    expect(lesson.said).toEqual({ kind: 'step' });
  });

  test('shows what the right action leads to, and waits until the praise is read', async () => {
    const lesson = await at(
      1,
      HOP,
      right({ reply: 'right', frames: [frame(2), frame(9)] }),
      moment({ view: view([0], { place: 9 }) }),
    );
    await lesson.act('hop 2');
    lesson.shown();
    // The last frame leads to the next step's own position, which is shown with that step.
    expect([lesson.at, lesson.legal, lesson.stage.view!['place']]).toEqual([1, [], 2]);
    expect(lesson.said).toEqual({ kind: 'right', reply: 'right' });
    lesson.next();
    await settled();
    expect([lesson.at, lesson.stage.view!['place'], lesson.said.kind]).toEqual([2, 9, 'step']);
  });

  test('goes on by itself if there is no praise', async () => {
    const lesson = await at(1, HOP, right({ reply: 'right' }), moment());
    vi.spyOn(lesson, 'text').mockReturnValue(null);
    await lesson.act('hop 2');
    lesson.shown();
    await settled();
    expect(lesson.at).toBe(2);
  });

  test('ends where the last step has led, and is done', async () => {
    const lesson = await at(2, moment(), right({ frames: [frame(5)] }), moment());
    lesson.next();
    await settled();
    lesson.shown();
    await settled();
    expect([lesson.over, lesson.stage.view!['place'], lesson.legal]).toEqual([true, 5, []]);
    expect(lessons.of('hop')).toMatchObject({ at: 3, ended: true, done: true });
  });

  test('explains a failure and loads the step again', async () => {
    const refused = { code: 'illegal', reason: 'action.breaks_clause', values: { clause: 'HO-2.2' }, message: '' };
    const lesson = await at(1, HOP, [400, refused], HOP);
    await lesson.act('hop 9');
    expect(lesson.said.kind).toBe('failed');
    lesson.again();
    await settled();
    expect([lesson.said.kind, lesson.at, lesson.legal.length]).toEqual(['step', 1, 3]);
  });

  test('asks the server why something is refused', async () => {
    const refused = { code: 'illegal', reason: 'action.breaks_clause', values: { clause: 'HO-2.2' }, message: '' };
    const lesson = await at(1, HOP, [400, refused], frame(2));
    expect(await lesson.whyNot('hop 9')).toMatchObject({ values: { clause: 'HO-2.2' } });
    expect(await lesson.whyNot('hop 2')).toBe(null);
    expect(requests.at(-1)).toEqual(['hop/preview', { action: 'hop 2' }]);
    expect(lesson.said.kind).toBe('step');
  });

  test('stays at its step if the next one cannot be loaded', async () => {
    const lesson = await at(0, moment(), [503, {}]);
    await lesson.go(1);
    expect([lesson.at, lesson.said.kind, lessons.of('hop').at]).toEqual([0, 'failed', 0]);
  });

  test('ignores an answer that comes too late', async () => {
    const lesson = await at(0, moment());
    let late = (_: Response): void => {};
    vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (late = resolve)));
    const first = lesson.go(1);
    const firstAnswers = late;
    const second = lesson.go(2);
    late(new Response(JSON.stringify(moment())));
    await second;
    firstAnswers(new Response(JSON.stringify(HOP)));
    await first;
    expect([lesson.at, lesson.legal]).toEqual([2, []]);
  });
});

describe('the page', () => {
  const button = (text: string): HTMLButtonElement =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === text)!;
  const bubble = (): HTMLElement => document.querySelector('.bubble')!;
  const said = (): string => bubble().querySelector('.text')!.textContent;

  async function open(number: number, ...coming: typeof answers): Promise<Lesson> {
    const lesson = await at(number, ...coming);
    const props = { lesson, board, components: {}, game: GAME, title: 'Hop', zoom: new Zoom(), explainer: new Explainer() };
    page = mount(LessonTable, { target: document.body, props });
    flushSync();
    return lesson;
  }

  test('offers all legal actions, explains a wrong one, and shows what was meant', async () => {
    await open(1, HOP, { right: false, reply: 'otherwise', frames: [], legal: HOP.legal });
    expect([...document.querySelectorAll<HTMLElement>('[data-action]')].map(({ dataset }) => dataset['action'])).toEqual([
      'hop 1',
      'hop 2',
      'hop 3',
    ]);
    expect([said(), bubble().getAttribute('aria-label')]).toEqual(['Hop twice.', 'Step 2 of 3']);
    button('hop 1').click();
    await settled();
    expect([said(), bubble().classList.contains('wrong')]).toEqual(['Something else was meant.', true]);
    expect(document.querySelectorAll('[data-action]')).toHaveLength(3);
    vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList);
    button('Show me').click();
    await settled();
    expect(said()).toBe('Hop twice.');
    expect(document.activeElement).toBe(button('hop 2'));
  });

  test('lets the learner whistle in the turn of another, without any hurry', async () => {
    const player = { hand: 0, colours: null, shown: [], out: null, bonus: 0, skipped: false };
    const start = { cell: 'start', tile: 'start', side: '', edges: 'VVVV', beast: null, under: null };
    const turn = {
      seat: 0,
      waiting_for: [1],
      may_act: [0],
      scores: [0, 0],
      ranks: null,
      phase: 'turn',
      active: 1,
      special: null,
    };
    const table = {
      drawing: 0,
      bag: 9,
      reach: 10,
      laid: [start],
      areas: [],
      table: [player, player],
      hand: [],
      settlement: null,
    };
    const lesson = await at(1, moment({ view: { ...turn, ...table }, legal: '0out' }), right({ reply: 'right' }));
    lesson.stage.reset({ ...turn, ...table });
    const props = {
      lesson,
      board: meadow as never,
      components: {},
      game: GAME,
      title: 'Hop',
      zoom: new Zoom(),
      explainer: new Explainer(),
    };
    page = mount(LessonTable, { target: document.body, props });
    flushSync();
    const whistle = document.querySelector<HTMLButtonElement>('.whistle')!;
    expect(document.querySelector('[data-draft]')).toBeNull();
    whistle.click();
    flushSync();
    expect(document.querySelector('[data-draft="out"]')).not.toBeNull();
    button('Let it go on').click();
    flushSync();
    expect(document.querySelector('[data-draft]')).toBeNull();
    whistle.click();
    void lesson.act('out');
    await settled();
    // It is over with the try.
    expect([whistle.disabled, whistle.getAttribute('aria-expanded')]).toEqual([true, 'false']);
  });

  test('is left with Escape, but a draft is dropped first', async () => {
    const went = vi.spyOn(route, 'go').mockImplementation(() => {});
    const lesson = await open(1, HOP);
    lesson.draft = 'hop';
    const escape = (): boolean => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    escape();
    expect([lesson.draft, went.mock.calls.length]).toEqual(['', 0]);
    escape();
    expect(went).toHaveBeenCalledWith('/');
  });

  test('is read with the arrow keys and Enter', async () => {
    const lesson = await open(0, moment(), right(), HOP, moment());
    expect(document.activeElement).toBe(button('Next'));
    bubble().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await settled();
    expect([lesson.at, document.activeElement]).toEqual([1, bubble()]);
    bubble().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }));
    await settled();
    expect(lesson.at).toBe(0);
  });

  test('plays on from the end against lambs', async () => {
    const went = vi.spyOn(route, 'go').mockImplementation(() => {});
    await open(3, moment(), { id: 'ada', name: 'Ada', token: 'token' }, { table: { id: 'T' }, invitation: 'key', yours: [0] });
    button('Play on from here').click();
    await settled();
    expect(requests.at(-1)).toEqual(['/api/tables/from-position', { position: 'hop:2 somewhere', seat: 0, bot: 'lamb' }]);
    expect(went).toHaveBeenCalledWith('/table/T');
  });
});

describe('the start page', () => {
  const link = (): HTMLAnchorElement => document.querySelector('a')!;

  test.each([
    [{}, 'Learn in five minutes'],
    [{ at: 4 }, 'Go on with step 5'],
    [{ at: 13, ended: true, done: true }, 'Learned; once more?'],
    [{ at: 2, done: true }, 'Go on with step 3'],
  ])('says how far the lesson is: %o', (progress, words) => {
    lessons.keep('hop', progress);
    page = mount(LearnLink, { target: document.body, props: { game: GAME, title: 'Hop' } });
    flushSync();
    expect([link().textContent.trim(), link().getAttribute('href')]).toEqual([words, '/learn/hop']);
  });

  test('a finished lesson begins again', () => {
    lessons.keep('hop', { at: 13, ended: true, done: true });
    page = mount(LearnLink, { target: document.body, props: { game: GAME, title: 'Hop' } });
    flushSync();
    link().click();
    expect(lessons.of('hop')).toMatchObject({ at: 0, ended: false, done: true });
  });

  test('offers the lesson once, and lets others play at once', () => {
    const playNow = vi.fn();
    const onClose = vi.fn();
    page = mount(Offer, { target: document.body, props: { game: GAME, playNow, onClose } });
    flushSync();
    expect(lessons.of('hop').offered).toBe(true);
    expect(document.querySelector('dialog a')!.getAttribute('href')).toBe('/learn/hop');
    document.querySelector<HTMLButtonElement>('dialog .ways button')!.click();
    expect([playNow.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 1]);
  });
});
