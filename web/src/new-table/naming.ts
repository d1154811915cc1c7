// Names of options and their values. Those of a game from another package are shown as it has them.

import type { Choice } from '../types/wire';
import { known } from '../words/games';

export const optionName = (game: string, { name }: Choice): string => known(`site.option.${game}.${name}`, name);
export const optionHelp = (game: string, { name }: Choice): string => known(`site.option.${game}.${name}.help`, '');

export const valueName = (game: string, { name }: Choice, value: string): string =>
  known(`site.option.${game}.${name}.${value}`, known(`site.colour.${value}`, value));
