// What a game is about, in a few sentences: the beginning of its rules.

import { ask } from '../api/http';
import type { AboutSeen } from '../types/reading';
import { words } from '../words/words.svelte';

export async function aboutOf(game: string): Promise<string> {
  const about = (language: string): Promise<AboutSeen> => ask(`/games/${game}/about?language=${language}`);
  // As with the rules: without a translation, English is shown.
  return (await about(words.language).catch(() => about('en'))).text;
}
