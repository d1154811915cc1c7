// The invitations that this browser created or received, by table, so that a table's plain address works, too.

interface Invitation {
  secret: string;
}

const KEY = 'sheepfold.invitations';
const KEPT = 100;

function all(): Record<string, Invitation> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Invitation>;
  } catch {
    return {};
  }
}

export function invitationOf(table: string): Invitation | null {
  return all()[table] ?? null;
}

export function remember(table: string, secret: string): void {
  const { [table]: _, ...others } = all();
  const kept = [...Object.entries(others), [table, { secret }] as const];
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept.slice(-KEPT))));
}

/** A table's address, with the invitation if we have one. */
export function addressOf(table: string, secret: string | null = invitationOf(table)?.secret ?? null): string {
  return `/table/${table}${secret ? `#${secret}` : ''}`;
}

/** The personal link: it lets the player use the same identity on another device. */
export function personalAddress(token: string): string {
  return `/me#${token}`;
}

/** The invitation in pasted text: a whole link, or only the end of one. */
export function secretIn(text: string): string {
  return text.trim().split('#').at(-1)!.trim();
}

/** Whether a link cannot work on another device. */
export function isOnlyHere(link: string): boolean {
  const { hostname } = new URL(link);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
