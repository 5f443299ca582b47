/** Several small steps at one click: each is taken when the one before it has been shown. */
import type { GameBoard } from '../types';

export class StepQueue {
  #steps = $state.raw<readonly string[]>([]);

  follow(steps: readonly string[]): void {
    this.#steps = steps;
  }

  /** Take the next step, if the table is ready for it; a step that has become impossible ends the steps. */
  advance(board: GameBoard): void {
    const [next, ...rest] = this.#steps;
    if (next === undefined || !board.legal.length) return;
    const possible = board.can(next);
    this.#steps = possible ? rest : [];
    if (!possible) return;
    if (next === 'award') board.play(next);
    else board.addStep(next);
  }
}
