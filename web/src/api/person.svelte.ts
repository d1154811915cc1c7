// The player at this browser: a name and the token issued by the server.

import type { PersonSeen } from '../types/wire';

const KEY = 'sheepfold.person';

class Me {
  name = $state('');
  id = $state<string | null>(null);
  token = $state<string | null>(null);

  constructor() {
    const kept = localStorage.getItem(KEY);
    if (kept) Object.assign(this, JSON.parse(kept) as PersonSeen);
  }

  get known(): boolean {
    return this.token !== null;
  }

  remember(person: { id: string; name: string; token?: string | null }): void {
    this.id = person.id;
    this.name = person.name;
    if (person.token) this.token = person.token;
    localStorage.setItem(KEY, JSON.stringify({ id: this.id, name: this.name, token: this.token }));
  }

  forget(): void {
    this.id = this.token = null;
    localStorage.removeItem(KEY);
  }
}

export const me = new Me();
