/** How a player stands in the round: playing, still in, or out with a conductor. */
import { TEXTS } from '../texts';
import type { GameBoard } from '../types';

/** The number of the conductor that a seat has taken in this round; 0: none. */
export function conductorOf(board: GameBoard, seat: number): number {
  return board.view.conductors.findIndex(({ taker }) => taker === seat) + 1;
}

/** The same in words; nothing to say of who is in and waits. */
export function statusOf(board: GameBoard, seat: number): string {
  const t = TEXTS[board.lang];
  if (seat === board.view.turn) return t.playing;
  if (board.view.orchestras[seat]?.in) return '';
  const conductor = conductorOf(board, seat);
  return conductor ? t.outWith(conductor) : t.stopped;
}
