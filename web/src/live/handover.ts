// One screen, several seats: who may look at it now. Between two people there is a curtain, unless the server shows the
// next seat openly because it holds no secret. While none of them is asked, the table is seen as a spectator sees it.

export interface Seats {
  /** The seats of this screen that are not left to bots. */
  mine: number[];
  /** From where the screen looks now. */
  seat: number | null;
  waiting: number[];
  mayAct: number[];
  /** Somebody of mine who wants the screen, to act unasked. */
  asked: number | null;
  /** Whether the screen came to this seat behind a curtain since several of mine are asked at once. */
  veiled: boolean;
}

export type Next = { do: 'stay' } | { do: 'look'; seat: number | null } | { do: 'curtain'; seat: number };

/** Whether several of mine choose at once. */
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
  // A player whose turn continues keeps the screen. But what several choose at once is a secret between
  // them, so the screen is handed over behind a curtain first.
  const mayStay = veiled || !areAskedTogether(mine, waiting);
  if (seat !== null && (wanted === null ? waiting.includes(seat) && mayStay : wanted === seat)) return STAY;
  if (seat !== null) return { do: 'look', seat: null };
  return next === null ? STAY : { do: 'curtain', seat: next };
}
