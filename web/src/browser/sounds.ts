// A few short sounds, synthesised on demand from oscillators and noise. Off by default.

import { preferences } from './preferences.svelte';

export type Sound = 'dice' | 'card' | 'baa' | 'splash' | 'turn';

let context: AudioContext | null = null;

/** Play a sound if sounds are on. Browsers allow it only after the first tap or key press. */
export function play(sound: Sound): void {
  if (!preferences.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  SOUNDS[sound](context, context.currentTime + 0.01);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  // Knocks of wood on felt, at shrinking intervals.
  dice: (audio, at) => [0, 0.11, 0.19, 0.24].forEach((later) => noise(audio, at + later, 0.05, 1800, 900, 0.25)),
  card: (audio, at) => noise(audio, at, 0.12, 2600, 5200, 0.12),
  baa: (audio, at) => bleat(audio, at),
  splash: (audio, at) => {
    noise(audio, at, 0.45, 3200, 400, 0.3);
    tone(audio, at + 0.12, 0.14, 420, 180, 0.1);
  },
  turn: (audio, at) => {
    tone(audio, at, 0.5, 660, 660, 0.12);
    tone(audio, at + 0.16, 0.7, 880, 880, 0.12);
  },
};

/** A fast attack and a slow decay. */
function envelope(audio: AudioContext, at: number, seconds: number, volume: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, at: number, seconds: number, from: number, to: number, volume: number): void {
  const voice = audio.createOscillator();
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + seconds);
  voice.connect(envelope(audio, at, seconds, volume));
  voice.start(at);
  voice.stop(at + seconds);
}

function noise(audio: AudioContext, at: number, seconds: number, from: number, to: number, volume: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.setValueAtTime(from, at);
  filter.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(filter).connect(envelope(audio, at, seconds, volume));
  source.start(at);
}

/** A sawtooth through an opening filter, with the tremolo of a sheep's bleat. */
function bleat(audio: AudioContext, at: number): void {
  const seconds = 0.6;
  const voice = audio.createOscillator();
  voice.type = 'sawtooth';
  voice.frequency.setValueAtTime(290, at);
  voice.frequency.linearRampToValueAtTime(240, at + seconds);
  const tremble = audio.createOscillator();
  tremble.frequency.value = 9;
  const depth = audio.createGain();
  depth.gain.value = 22;
  tremble.connect(depth).connect(voice.frequency);
  const mouth = audio.createBiquadFilter();
  mouth.type = 'bandpass';
  mouth.Q.value = 3;
  mouth.frequency.setValueAtTime(500, at);
  mouth.frequency.linearRampToValueAtTime(1100, at + 0.12);
  voice.connect(mouth).connect(envelope(audio, at, seconds, 0.25));
  for (const one of [voice, tremble]) {
    one.start(at);
    one.stop(at + seconds);
  }
}
