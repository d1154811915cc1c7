// Explains a failed request in the player's language.

import { Problem } from './http';
import { refusalPhrase } from '../words/refusals';
import { say, t } from '../words/words.svelte';

export function explain(error: unknown): string {
  if (!(error instanceof Problem)) return t('site.trouble.ours');
  return error.status === 0 ? t('site.trouble.0') : say(refusalPhrase(error));
}
