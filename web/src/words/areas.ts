// Which texts are loaded together. A language has two files for its translator; the build divides them into areas (see
// vite.config.ts), so that a page loads only the texts that it may show.

/** The area that every page needs: whatever is in no other one. */
export const COMMON = 'common';

/** The beginnings of an area's keys. */
export const AREAS: Record<string, string[]> = {
  // What is said where the rest of its area is not loaded.
  [COMMON]: ['fair.seal', 'fair.seal_over', 'refused.other', 'side.rules.failed'],

  // The boards, by the names of their folders.
  'haste-bock': ['hb'],
  'meine-schafe': ['ms'],
  plain: ['plain'],
  'schafe-schubsen': ['ss'],
  'volle-wolle': ['vw'],

  // Pages and parts of them.
  fair: ['fair'],
  'new-table': [
    ...['site.begin', 'site.chat', 'site.clock', 'site.colour', 'site.days', 'site.details', 'site.instant', 'site.new'],
    ...['site.open_table', 'site.option', 'site.options', 'site.public', 'site.seats', 'site.seconds'],
  ],
  replay: ['replay'],
  rules: ['side.parts', 'side.rules', 'side.status', 'side.value', 'site.summary'],
  waiting: ['site.invite', 'site.presence', 'site.wait'],
  refused: ['refused'],

  // The texts for learning a game.
  explain: ['explain', 'whynot'],
  'explain/haste-bock': ['explain.haste-bock'],
  'explain/meine-schafe': ['explain.meine-schafe'],
  'explain/schafe-schubsen': ['explain.schafe-schubsen'],
  'explain/volle-wolle': ['explain.volle-wolle'],
  lesson: ['learn'],
  'lesson/haste-bock': ['lesson.haste-bock'],
  'lesson/meine-schafe': ['lesson.meine-schafe'],
  'lesson/schafe-schubsen': ['lesson.schafe-schubsen'],
  'lesson/volle-wolle': ['lesson.volle-wolle'],
  odds: ['outlook'],
  'odds/haste-bock': ['outlook.haste-bock'],
  'odds/meine-schafe': ['outlook.meine-schafe'],
  'odds/schafe-schubsen': ['outlook.schafe-schubsen'],
  'odds/volle-wolle': ['outlook.volle-wolle'],
};

const BEGINNINGS = Object.entries(AREAS)
  .flatMap(([area, beginnings]) => beginnings.map((beginning) => ({ area, beginning })))
  .sort((one, other) => other.beginning.length - one.beginning.length);

/** The area of a key: the one with the longest of its beginnings. */
export const areaOf = (key: string): string =>
  BEGINNINGS.find(({ beginning }) => key === beginning || key.startsWith(`${beginning}.`))?.area ?? COMMON;
