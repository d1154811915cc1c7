// What drawing, hand and words share and no action's text can begin with.

class Grip {
  /** How a tile is held before it is on a place: quarter turns clockwise. */
  turn = $state(0);

  /** The special actions are open, in my own turn. */
  specials = $state(false);

  by(quarters: number): void {
    this.turn = (this.turn + quarters + 4) % 4;
  }
}

export const grip = new Grip();
