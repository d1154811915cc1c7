// Registers a player's name, and changes it.

import type { PersonSeen } from '../types/wire';
import { ask, post, Problem } from './http';
import { me } from './person.svelte';

/** Make sure that the server knows this player by this name. */
export async function introduce(name: string): Promise<void> {
  if (me.known && me.name === name) return;
  if (me.known) {
    try {
      me.remember(await ask<PersonSeen>('/people/me', { method: 'PUT', body: { name } }));
      return;
    } catch (error) {
      // The token is from another database: register again.
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      me.forget();
    }
  }
  me.remember(await post<PersonSeen>('/people', { name }));
}

/** Adopt the token of a personal link, opened on another device. */
export async function adoptToken(token: string): Promise<void> {
  const before = me.token;
  me.token = token;
  try {
    me.remember({ ...(await ask<PersonSeen>('/people/me')), token });
  } catch (error) {
    me.token = before;
    throw error;
  }
}
