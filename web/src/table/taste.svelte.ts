// How somebody likes a table: how fast things are shown, and whether they may be heard. Kept in this browser.

export const SPEEDS = ['natural', 'fast', 'none'] as const;
export type Speed = (typeof SPEEDS)[number];

const FACTOR: Record<Speed, number> = { natural: 1, fast: 0.4, none: 0 };
const SPEED = 'sheepfold.speed';
const SOUND = 'sheepfold.sound';

class Taste {
  speed = $state<Speed>(SPEEDS.find((one) => one === localStorage.getItem(SPEED)) ?? 'natural');
  sound = $state(localStorage.getItem(SOUND) === 'on');

  /** By how much natural durations are multiplied. */
  get factor(): number {
    return FACTOR[this.speed];
  }

  choose(speed: Speed): void {
    this.speed = speed;
    localStorage.setItem(SPEED, speed);
  }

  hear(sound: boolean): void {
    this.sound = sound;
    localStorage.setItem(SOUND, sound ? 'on' : 'off');
  }
}

export const taste = new Taste();
