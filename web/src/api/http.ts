// Asking the server over HTTP. What it refuses comes as a `Problem` whose message may be shown.

import { me } from './person.svelte';

export class Problem extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** A body that is JSON already, as a file has it. */
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
    throw new Problem('offline', 0);
  }
  const content: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const message = (content as { message?: string } | null)?.message ?? `${answer.status}`;
    throw new Problem(message, answer.status);
  }
  return content as Answer;
}

export const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> =>
  ask<Answer>(path, { method: 'POST', body });
