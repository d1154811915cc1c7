// How a tile is held before it is on a place: by drawing and hand alike. No action's text can begin with a turn.

class Grip {
  /** Quarter turns clockwise. */
  turn = $state(0);

  by(quarters: number): void {
    this.turn = (this.turn + quarters + 4) % 4;
  }
}

export const grip = new Grip();
