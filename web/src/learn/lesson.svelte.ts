// A lesson as this client knows it: the current step, what the bubble says, and what a try leads to. The server keeps
// nothing of it, and nothing changes before the server has answered.

import { unpack } from '../api/choices';
import { ask, post, Problem } from '../api/http';
import { patched } from '../api/patches';
import { lessons } from '../browser/lessons.svelte';
import type { Board, GameEvent, Preview, View } from '../boards/board';
import { Reel } from '../stage/frames';
import { Stage } from '../stage/stage.svelte';
import type { Frame, LessonMoment, LessonQuestion, LessonReply, LessonSeen, LessonStep, LessonTry } from '../types/wire';
import type { Reason } from '../words/refusals';
import { t, words } from '../words/words.svelte';

/** What the bubble says: the text of the step, or a reply to what the learner tried. */
export type Said =
  | { kind: 'step' }
  /** `reply` is the end of the key of a text. */
  | { kind: 'wrong'; reply: string }
  /** Null: there is nothing to add, and the next step follows by itself. */
  | { kind: 'right'; reply: string | null }
  /** The action is illegal, or the server cannot be asked. */
  | { kind: 'failed'; problem: unknown };

export class Lesson {
  /** The current step, counted from 0; as many as there are steps at the end. */
  at = $state(0);
  said = $state.raw<Said>({ kind: 'step' });
  /** What the server says about this step; null until then. */
  moment = $state.raw<LessonMoment | null>(null);
  /** The legal actions; empty unless the step expects one. */
  legal = $state.raw<string[]>([]);
  draft = $state('');
  preview = $state.raw<Preview | null>(null);
  /** The learner asked what to press. */
  hinted = $state(false);
  readonly stage: Stage;
  /** Counts requests: an answer to an earlier one no longer matters. */
  private asked = 0;

  constructor(
    readonly outline: LessonSeen,
    board: Board,
    speed?: () => number,
    onShow?: (event: GameEvent) => void,
  ) {
    this.stage = new Stage(board, null, speed, onShow);
  }

  get game(): string {
    return this.outline.game;
  }

  get steps(): LessonStep[] {
    return this.outline.steps;
  }

  get over(): boolean {
    return this.at >= this.steps.length;
  }

  /** The current step; at the end, the last one. */
  get step(): LessonStep {
    return this.stepAt(this.at);
  }

  private stepAt(at: number): LessonStep {
    return this.steps[Math.min(at, this.steps.length - 1)]!;
  }

  get title(): string | null {
    return this.saying('title');
  }

  /** The text of the current step, or a reply of it; null if there is none. */
  text(reply?: string): string | null {
    return this.saying(reply === undefined ? this.step.id : `${this.step.id}.${reply}`);
  }

  /** Games from other packages bring their own texts. */
  private saying(name: string): string | null {
    const key = `lesson.${this.game}.${name}`;
    if (words.knows(key)) return t(key);
    const { texts } = this.outline;
    return texts[words.language]?.[key] ?? texts['en']?.[key] ?? null;
  }

  /** Show a step from its beginning. */
  async go(at: number): Promise<void> {
    const wanted = Math.min(Math.max(0, at), this.steps.length);
    await this.once(
      () => ask<LessonMoment>(this.path(wanted)),
      (moment) => this.show(wanted, moment),
    );
  }

  /** Try an action; null goes on from a step that is only read. */
  async act(action: string | null): Promise<void> {
    const tried: LessonTry = { action };
    await this.once(
      () => post<LessonReply>(this.path(), tried),
      (reply) => this.hear(reply),
    );
  }

  private path(at = this.at): string {
    return `/games/${this.game}/lesson/${this.stepAt(at).id}`;
  }

  /** Ask the server, and go on with its answer unless something else has been asked meanwhile. */
  private async once<Answer>(request: () => Promise<Answer>, then: (answer: Answer) => void): Promise<void> {
    const asked = ++this.asked;
    try {
      const answer = await request();
      if (asked === this.asked) then(answer);
    } catch (problem) {
      if (asked === this.asked) this.say({ kind: 'failed', problem });
    }
  }

  private show(at: number, moment: LessonMoment): void {
    this.at = at;
    this.moment = moment;
    // At the end the board stays as the last step has left it.
    if (!this.over || this.stage.view === null) this.stage.reset(moment.view as View);
    this.legal = this.over ? [] : unpack(moment.legal);
    this.say({ kind: 'step' });
    lessons.keep(this.game, { at, ended: this.over, ...(this.over && { done: true }) });
  }

  private hear({ right, reply, frames }: LessonReply): void {
    if (!right) return this.say({ kind: 'wrong', reply: reply ?? 'otherwise' });
    this.say({ kind: 'right', reply: reply !== null && this.text(reply) !== null ? reply : null });
    this.legal = [];
    // The next step shows its own position; until then the board shows what this one has led to.
    const own = this.steps[this.at + 1]?.fresh ? frames.slice(0, -1) : frames;
    const reel = new Reel([{ events: [], patch: [[[], this.moment!.view]], action: null }, ...own]);
    for (let next = 1; next <= reel.last; next += 1) this.stage.add(reel.step(next));
  }

  private say(said: Said): void {
    this.said = said;
    this.draft = '';
    this.preview = null;
    this.hinted = false;
  }

  /** Go on: from a step that is only read, or after the right action. */
  next(): void {
    if (this.said.kind === 'right') void this.go(this.at + 1);
    else if (this.step.reads) void this.act(null);
  }

  /** Everything has been shown: where there is nothing to read, the next step follows. */
  shown(): void {
    if (this.said.kind === 'right' && this.said.reply === null) this.next();
  }

  back(): void {
    void this.go(this.at - 1);
  }

  /** Read the text of the step again; after a failure, load the step again. */
  again(): void {
    if (this.said.kind === 'failed') void this.go(this.at);
    else this.say({ kind: 'step' });
  }

  /** Show what to press. */
  hint(): void {
    this.say({ kind: 'step' });
    this.hinted = true;
  }

  async askPreview(action: string): Promise<void> {
    const { moment } = this;
    try {
      const { events, patch } = await this.previewed(action);
      if (moment !== this.moment || this.draft !== action) return;
      this.preview = { action, view: patched(moment!.view, patch) as View, events: events as GameEvent[] };
    } catch (problem) {
      // The action can be tried without its preview.
      if (!(problem instanceof Problem)) throw problem;
    }
  }

  /** Why an action is refused; null if it is legal. */
  async whyNot(action: string): Promise<Reason | null> {
    try {
      await this.previewed(action);
      return null;
    } catch (problem) {
      if (problem instanceof Problem) return problem;
      throw problem;
    }
  }

  private previewed(action: string): Promise<Frame> {
    const question: LessonQuestion = { action };
    return post<Frame>(`${this.path()}/preview`, question);
  }
}
