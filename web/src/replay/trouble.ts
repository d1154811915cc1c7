// What went wrong, for people.

import type { Problem } from '../api/http';
import { t } from '../words/words.svelte';

export function trouble(problem: Problem): string {
  return problem.status === 0 ? t('offline.unreachable') : problem.message;
}
