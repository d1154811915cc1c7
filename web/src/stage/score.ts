// How a seat is doing: as its board says, otherwise by points.

import type { Board, Fact, View } from '../boards/board';

export function scoreOf(board: Pick<Board, 'score'>, view: View, seat: number): Fact | null {
  if (board.score) return board.score(view, seat);
  const points = view.scores[seat] ?? 0;
  return { icon: 'star', count: points, label: { key: 'table.points', values: { points } } };
}
