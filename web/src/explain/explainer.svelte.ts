// What a player wants explained, from the events of a whole page: the pointer rests on a thing, a control that is a
// thing has the keyboard's focus, a finger rests on it, or something refused is tapped.

import type { Board, BoardProps } from '../boards/board';
import type { Reason } from '../words/refusals';

/** Milliseconds until a card opens under a resting mouse or at the focus, and until it closes after the mouse has left:
 * long enough to reach the card. */
export const REST = 500;
export const LEAVE = 300;
/** Milliseconds of a long press, and the pixels within which a finger or a mouse has not moved. */
export const PRESS = 500;
const STILL = 10;

/** What a page tells the layer. */
export interface Layer {
  explainer: Explainer;
  game: string;
  board: Board;
  shown: Pick<BoardProps, 'view' | 'players' | 'components'>;
  /** Asks the server why an action is refused: null if it no longer is. Null if nothing can be asked here. */
  whyNot: ((action: string) => Promise<Reason | null>) | null;
}

export interface Pointed {
  element: Element;
  /** What it is, and the action it would be if it could be chosen; at least one of them. */
  thing: string | null;
  refused: string | null;
  /** A card opened by resting closes by leaving. The others stay until they are closed. */
  how: 'rest' | 'focus' | 'press' | 'refused';
}

export class Explainer {
  at = $state.raw<Pointed | null>(null);
  /** 'What is this?': everything that can be explained is a button. */
  asking = $state(false);
  /** Whether someone can say why something is refused; if not, a tap on it does nothing. */
  canAsk = false;

  private timer: ReturnType<typeof setTimeout> | undefined;
  private pressed: { x: number; y: number } | null = null;
  /** The next click belongs to a press, or to the tap that closed its card. */
  private swallows = false;
  /** The thing that was dismissed: it is not explained again until the pointer has left it. */
  private spared: Element | null = null;
  /** Where the mouse was pressed. Whatever comes to lie there is not explained before the mouse has moved. */
  private clicked: { x: number; y: number } | null = null;

  open(element: Element, how: Pointed['how']): void {
    this.wait();
    const { thing, refused } = dataOf(element);
    this.at = { element, thing, refused: this.canAsk ? refused : null, how };
  }

  close(): void {
    this.wait();
    this.spared = this.at?.element ?? null;
    this.at = null;
  }

  /** Things come and go with the table, and an element may become another thing. */
  check(): void {
    const { at } = this;
    if (at !== null && (!at.element.isConnected || at.thing !== dataOf(at.element).thing)) this.close();
  }

  toggle(): void {
    this.close();
    this.asking = !this.asking;
  }

  out = ({ pointerType, relatedTarget }: PointerEvent): void => {
    if (pointerType !== 'touch' && relatedTarget === null) this.rest(null);
  };

  down = ({ pointerType, isPrimary, target, clientX, clientY }: PointerEvent): void => {
    this.wait();
    this.pressed = null;
    this.swallows = false;
    if (isInCard(target)) return;
    this.clicked = { x: clientX, y: clientY };
    const found = thingAt(target);
    if (this.at !== null) {
      this.swallows = this.at.how === 'press' && pointerType === 'touch' && !this.asking;
      this.close();
    } else if (pointerType === 'touch' && isPrimary && found !== null) {
      this.pressed = { x: clientX, y: clientY };
      this.wait(PRESS, () => {
        this.open(found, 'press');
        this.swallows = true;
      });
    }
  };

  /** Only a mouse that moves can come to rest: what appears below a still one is not explained. */
  move = ({ pointerType, target, clientX, clientY }: PointerEvent): void => {
    if (this.pressed !== null && !isNear(this.pressed, clientX, clientY)) this.up();
    if (pointerType === 'touch' || (this.clicked !== null && isNear(this.clicked, clientX, clientY))) return;
    this.clicked = null;
    this.rest(target);
  };

  up = (): void => {
    if (this.pressed === null) return;
    this.wait();
    this.pressed = null;
  };

  /** A long press would otherwise open the browser's menu. */
  menu = (event: Event): void => {
    if (this.pressed !== null || this.swallows) event.preventDefault();
  };

  /** Sees clicks before all others. */
  click = (event: MouseEvent): void => {
    if (this.swallows) {
      this.swallows = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const refused = event.target instanceof Element ? event.target.closest('[data-refused]') : null;
    if (refused !== null && this.canAsk) this.open(refused, 'refused');
  };

  focusIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || isInCard(target) || this.asking) return;
    if (this.at?.how === 'focus') this.close();
    const found = thingAt(target);
    if (found !== null && target.matches(':focus-visible')) this.wait(REST, () => this.open(found, 'focus'));
  };

  focusOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget === null && this.at?.how === 'focus' && !this.asking) this.close();
  };

  /** Sees keys before all others. */
  key = (event: KeyboardEvent): void => {
    this.swallows = false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === 'Escape' && this.at !== null) this.close();
    else if (event.key === 'e' && !isTyped(event.target)) this.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private rest(target: EventTarget | null): void {
    // A card that was asked for stays, and so does one that the pointer has reached.
    if (this.at?.how === 'press' || this.at?.how === 'refused' || this.pressed !== null) return;
    const found = thingAt(target);
    if (found !== this.spared) this.spared = null;
    if (isInCard(target) || (found !== null && found === this.at?.element)) this.wait();
    else if (found !== null && this.spared === null) this.wait(this.at ? LEAVE : REST, () => this.open(found, 'rest'));
    else if (this.at?.how === 'rest') this.wait(LEAVE, () => (this.at = null));
    else this.wait();
  }

  /** Forget what was planned, and plan something else. */
  private wait(long = 0, then: (() => void) | null = null): void {
    clearTimeout(this.timer);
    if (then !== null) this.timer = setTimeout(then, long);
  }
}

function dataOf(element: Element): { thing: string | null; refused: string | null } {
  const { thing = null, refused = null } = (element as HTMLElement | SVGElement).dataset;
  return { thing, refused };
}

const isNear = ({ x, y }: { x: number; y: number }, clientX: number, clientY: number): boolean =>
  Math.hypot(clientX - x, clientY - y) <= STILL;

const thingAt = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[data-thing]') : null;

/** The whole thing that a detail belongs to: a card beside it hides neither. */
export function wholeOf(element: Element): Element {
  const outer = element.parentElement?.closest('[data-thing]') ?? null;
  return outer === null ? element : wholeOf(outer);
}

const isInCard = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-explains]') !== null;

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog:not([data-asking])') !== null;
