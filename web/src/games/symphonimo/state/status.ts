/** How a player stands in the round: playing, still in, or out with a conductor. */
import type { GameBoard } from '../types';
import { say } from '../words';

/** The number of the conductor that a seat has taken in this round; 0: none. */
export function conductorOf(board: GameBoard, seat: number): number {
  return board.view.conductors.findIndex(({ taker }) => taker === seat) + 1;
}

/** The same in words; nothing for a player who is still in and waiting. */
export function statusOf(board: GameBoard, seat: number): string {
  if (seat === board.view.turn) return say(board.lang, 'board.playing');
  if (board.view.orchestras[seat]?.in) return '';
  const conductor = conductorOf(board, seat);
  return conductor ? say(board.lang, 'board.out_with', { n: conductor }) : say(board.lang, 'board.stopped');
}
