import { words } from './words.svelte';

/** A chance as a percentage. Only a certain event is 100 %, and only an impossible one 0 %. */
export function percent(chance: number): string {
  const honest = chance <= 0 || chance >= 1 ? chance : Math.min(0.99, Math.max(0.01, chance));
  return new Intl.NumberFormat(words.language, { style: 'percent' }).format(honest);
}
