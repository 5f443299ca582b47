/** Small steps of a larger gesture: each shown at once by a preview, sent together, taken back freely. */
import type { Position } from '../api/types';

interface Step {
  move: string;
  position: Position;
}

export class PendingSteps {
  #steps = $state.raw<Step[]>([]);

  get moves(): string[] {
    return this.#steps.map(({ move }) => move);
  }

  /** The table as it would be after the steps; null where there is none. */
  get position(): Position | null {
    return this.#steps.at(-1)?.position ?? null;
  }

  add(move: string, position: Position): void {
    this.#steps = [...this.#steps, { move, position }];
  }

  takeBack(): void {
    this.#steps = this.#steps.slice(0, -1);
  }

  clear(): void {
    if (this.#steps.length) this.#steps = [];
  }
}
