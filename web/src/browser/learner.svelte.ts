// Whether this player learns a game: until they have finished one of it on this device, unless they say otherwise.

const keyOf = (game: string): string => `sheepfold.learner.${game}`;

class Learner {
  private chosen = $state.raw<Record<string, boolean>>({});

  /** Whether to show the odds of this game without being asked. */
  learns(game: string): boolean {
    return this.chosen[game] ?? localStorage.getItem(keyOf(game)) !== 'no';
  }

  choose(game: string, learns: boolean): void {
    localStorage.setItem(keyOf(game), learns ? 'yes' : 'no');
    this.chosen = { ...this.chosen, [game]: learns };
  }

  /** A game of this title is finished. A choice that the player has made stays. */
  finished(game: string): void {
    if (localStorage.getItem(keyOf(game)) === null) this.choose(game, false);
  }
}

export const learner = new Learner();
