// State shared by drawing, hand and words that cannot be part of a draft.

class Grip {
  /** The orientation of the selected tile before it has a place: quarter turns clockwise. */
  turn = $state(0);

  /** Whether the special actions are open, in my own turn. */
  specials = $state(false);

  by(quarters: number): void {
    this.turn = (this.turn + quarters + 4) % 4;
  }
}

export const grip = new Grip();
