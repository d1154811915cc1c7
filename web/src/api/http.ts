// HTTP requests to the server. A refusal is thrown as a `Problem` with its reason, shown in the player's language.

import { refusalsReady } from '../words/refusals';
import { me } from './person.svelte';

export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly values: Record<string, string | number> = {},
  ) {
    super(reason);
  }
}

/** The reasons of errors that come from a reverse proxy, which does not know ours. */
const REASONS: Record<number, string> = {
  413: 'limit.size',
  429: 'limit.requests',
  500: 'server.failed',
  502: 'server.database',
  503: 'server.database',
  504: 'server.database',
};

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** A body that is already JSON text, such as a file. */
  text?: string;
  invitation?: string | null;
}

export async function ask<Answer>(path: string, request: Request = {}): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (me.token) headers['authorization'] = `Bearer ${me.token}`;
  if (request.invitation) headers['invitation'] = request.invitation;
  const body = request.text ?? (request.body === undefined ? null : JSON.stringify(request.body));
  if (body !== null) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method: request.method ?? 'GET',
      headers,
      body,
    });
  } catch {
    throw new Problem(0, 'offline');
  }
  const content: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    await refusalsReady();
    const refusal = (content ?? {}) as { reason?: string; values?: Record<string, string | number> };
    throw new Problem(answer.status, refusal.reason ?? REASONS[answer.status] ?? 'other', refusal.values);
  }
  return content as Answer;
}

export const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> => ask<Answer>(path, { method: 'POST', body });
