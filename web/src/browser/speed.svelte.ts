// The speed of animations, a preference kept by this browser.

export const SPEEDS = ['natural', 'fast', 'none'] as const;
export type Speed = (typeof SPEEDS)[number];

const FACTOR: Record<Speed, number> = { natural: 1, fast: 0.4, none: 0 };
const KEY = 'sheepfold.speed';

class AnimationSpeed {
  speed = $state<Speed>(SPEEDS.find((one) => one === localStorage.getItem(KEY)) ?? 'natural');

  /** The factor by which natural durations are multiplied. */
  get factor(): number {
    return FACTOR[this.speed];
  }

  choose(speed: Speed): void {
    this.speed = speed;
    localStorage.setItem(KEY, speed);
  }
}

export const animation = new AnimationSpeed();
