// The name under which somebody is about to play: the remembered one, else a suggestion nobody need be ashamed of.

import { Problem } from '../api/http';
import { introduce } from '../api/people';
import { me } from '../api/person.svelte';
import { t, words } from '../words/words.svelte';

/** What others at a table are called until somebody says it: bots, and people at this screen. */
export interface Names {
  bot: string[];
  screen: string[];
}

const listed = (key: string): string[] =>
  t(key)
    .split(',')
    .map((name) => name.trim());

function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, luck: Math.random() }))
    .sort((a, b) => a.luck - b.luck)
    .map(({ item }) => item);
}

/** Names for others at a table: bots are sheep, and people at this screen may change theirs. */
export const freshNames = (): Names => ({
  bot: shuffled(listed('house.names.sheep')),
  screen: shuffled(listed('house.names.shepherds').filter((name) => name !== naming.name)),
});

class Naming {
  private wanted = $state<string | null>(null);
  /** By language; one name, however often it is asked for. */
  private suggestions = new Map<string, string>();

  get name(): string {
    return this.wanted ?? (me.name || this.suggestion());
  }

  set name(name: string) {
    this.wanted = name;
  }

  private suggestion(): string {
    const found = this.suggestions.get(words.language) ?? shuffled(listed('house.names.shepherds'))[0]!;
    this.suggestions.set(words.language, found);
    return found;
  }

  /** An empty field means: somebody. */
  get given(): string {
    return this.name.trim() || t('house.someone');
  }

  /** Do something that needs a person. Nobody registers: the name is enough, and asked for only now. */
  async then<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await introduce(this.given);
    try {
      return await work();
    } catch (error) {
      // The server does not know the token (any more): start again, once.
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      me.forget();
      await introduce(this.given);
      return await work();
    }
  }
}

export const naming = new Naming();
