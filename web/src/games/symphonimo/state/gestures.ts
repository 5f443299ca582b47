/** What a touch of the table means: one move, or the first half of a gesture that a choice completes. */
import type { GameBoard } from '../types';

/** The powers whose taker chooses a card. The choice is sent with the take: until then it can be taken back. */
const ASKS_A_CHOICE = new Set(['pass_left', 'discard_one', 'discard_own']);

export function takeConductor(board: GameBoard, number: number, at: Element | null): void {
  const face = board.view.conductors[number - 1]?.face ?? 'classic';
  // SY-16: who owns nothing has nothing to choose from.
  const owns = Object.keys(board.view.orchestras[board.seat]?.cards ?? {}).length > 0;
  step(board, `take ${number}`, ASKS_A_CHOICE.has(face) && (face !== 'discard_own' || owns), at);
}

export function placeUnder(board: GameBoard, number: number, at: Element | null): void {
  step(board, `place ${number}`, board.view.conductors[number - 1]?.face === 'take_now', at);
}

/** Only legal steps are staged: a refused one is answered by its reason, as any move. */
function step(board: GameBoard, move: string, choiceFollows: boolean, at: Element | null): void {
  if (choiceFollows && board.can(move)) board.addStep(move, at);
  else board.play(move, at);
}
