// Decides which of several seats a shared screen shows. A curtain separates two players, unless the server shows the
// next seat openly because it has no secret. While the game waits for none of them, the screen shows a spectator's view.

export interface Seats {
  /** The seats of this screen, without those that bots play. */
  mine: number[];
  /** The seat that the screen shows now; null: a spectator's view. */
  seat: number | null;
  waiting: number[];
  mayAct: number[];
  /** The seat of mine that asked for the screen to act out of turn. */
  asked: number | null;
  /** Whether a curtain fell before this seat since the game began to wait for several of mine at once. */
  veiled: boolean;
}

export type Next = { do: 'stay' } | { do: 'look'; seat: number | null } | { do: 'curtain'; seat: number };

/** Whether the game waits for several of my seats at once. */
export const areAskedTogether = (mine: number[], waiting: number[]): boolean =>
  mine.filter((one) => waiting.includes(one)).length > 1;

export const STAY: Next = { do: 'stay' };

export function nextLook({ mine, seat, waiting, mayAct, asked, veiled }: Seats): Next {
  if (mine.length < 2) {
    const only = mine[0] ?? null;
    return seat === only ? STAY : { do: 'look', seat: only };
  }
  const wanted = asked !== null && mine.includes(asked) && [...waiting, ...mayAct].includes(asked) ? asked : null;
  const next = wanted ?? mine.find((one) => waiting.includes(one)) ?? null;
  // A player whose turn continues keeps the screen. But simultaneous choices are secret from each other,
  // so the screen is handed over behind a curtain first.
  const mayStay = veiled || !areAskedTogether(mine, waiting);
  if (seat !== null && (wanted === null ? waiting.includes(seat) && mayStay : wanted === seat)) return STAY;
  if (seat !== null) return { do: 'look', seat: null };
  return next === null ? STAY : { do: 'curtain', seat: next };
}
