// Facts that a seat could count, in words. The server has counted them.

import type { Player } from '../boards/board';
import type { Fact } from '../types/wire';
import { words, type Phrase } from '../words/words.svelte';

/** Facts with the same id, under one heading if they have one. */
export interface Group {
  id: string;
  clause: string;
  title: Phrase | null;
  facts: { phrase: Phrase; chance: number | null }[];
}

export function groupsOf(facts: Fact[], game: string, seat: number | null, players: Player[]): Group[] {
  const groups: Group[] = [];
  for (const fact of facts) {
    let group = groups.at(-1);
    if (group?.id !== fact.id) {
      const title = { key: `outlook.${game}.${fact.id}.title`, values: fact.values ?? {} };
      group = { id: fact.id, clause: fact.clause, title: words.knows(title.key) ? title : null, facts: [] };
      groups.push(group);
    }
    group.facts.push({ phrase: phraseOf(fact, game, seat, players), chance: fact.chance ?? null });
  }
  return groups;
}

/** `name` is the player that the fact is about, and `me` whether that is the one who reads it. */
function phraseOf(fact: Fact, game: string, seat: number | null, players: Player[]): Phrase {
  const name = fact.seat == null ? '' : (players[fact.seat]?.name ?? '');
  const phrase = {
    key: `outlook.${game}.${fact.id}`,
    values: { ...fact.values, name, me: fact.seat === seat ? 'yes' : 'no' },
  };
  if (words.knows(phrase.key)) return phrase;
  // A game from another package has no words of its own.
  const values = Object.entries({ ...(name && { name }), ...fact.values }).map(([key, value]) => `${key} ${value}`);
  return { key: 'outlook.other', values: { id: fact.id, values: values.join(', ') } };
}
