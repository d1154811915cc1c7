// The name that a player is about to use: the remembered one, otherwise a suggestion.

import { Problem } from '../api/http';
import { introduce } from '../api/people';
import { me } from '../api/person.svelte';
import { t, words } from '../words/words.svelte';

/** Default names of others at a table: bots, and players at this screen. */
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
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

/** Names for others at a table: bots are sheep, and players at this screen may change theirs. */
export const freshNames = (): Names => ({
  bot: shuffled(listed('site.names.sheep')),
  screen: shuffled(listed('site.names.shepherds').filter((name) => name !== naming.name)),
});

class Naming {
  private wanted = $state<string | null>(null);
  /** The suggestion by language; always the same one. */
  private suggestions = new Map<string, string>();

  get name(): string {
    return this.wanted ?? (me.name || this.suggestion());
  }

  set name(name: string) {
    this.wanted = name;
  }

  private suggestion(): string {
    const found = this.suggestions.get(words.language) ?? shuffled(listed('site.names.shepherds'))[0]!;
    this.suggestions.set(words.language, found);
    return found;
  }

  /** The name to play under; an empty field means 'someone'. */
  get given(): string {
    return this.name.trim() || t('site.someone');
  }

  /** Do something that needs an identity. There is no registration: the name is enough, and is sent only now. */
  async then<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await introduce(this.given);
    try {
      return await work();
    } catch (error) {
      // The server does not know the token (any more): introduce the player again, once.
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      me.forget();
      await introduce(this.given);
      return await work();
    }
  }
}

export const naming = new Naming();
