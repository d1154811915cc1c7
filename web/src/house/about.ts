// What a game is about, in a few sentences: the beginning of its rules.

import { ask } from '../api/http';
import type { AboutSeen } from '../types/wire';
import { words } from '../words/words.svelte';

export async function aboutOf(game: string): Promise<string> {
  return (await ask<AboutSeen>(`/games/${game}/about?language=${words.language}`)).text;
}
