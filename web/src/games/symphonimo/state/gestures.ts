/** What a touch of the table means: one move, or the first half of a gesture that a choice completes. */
import type { GameBoard } from '../types';

export function takeConductor(board: GameBoard, number: number, at: Element | null): void {
  step(board, 'take', number, at);
}

export function placeUnder(board: GameBoard, number: number, at: Element | null): void {
  step(board, 'place', number, at);
}

/**
 * Where a choice follows, it is sent with the move: until then the move can be taken back. Only legal steps are staged:
 * a refused one is answered by its reason, as any move.
 */
function step(board: GameBoard, verb: string, number: number, at: Element | null): void {
  const move = `${verb} ${number}`;
  if (board.aids.asks.includes(number) && board.can(move)) board.addStep(move, at);
  else board.play(move, at);
}
