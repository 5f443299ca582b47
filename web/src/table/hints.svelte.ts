/** Which move is best, for a person who asks for it: about the position shown now, and gone with it. */
import { api } from '../api/client';
import type { Hint } from '../api/types';
import { settings } from '../shell/settings.svelte';
import type { TableState } from './table.svelte';

export class Hints {
  told = $state.raw<Hint | null>(null);
  failure = $state.raw<unknown>(null);
  #table: TableState;
  /** What was asked about. */
  #about = $state<string | null>(null);

  constructor(table: TableState) {
    this.#table = table;
  }

  /** Whether this person may ask now. */
  get offered(): boolean {
    const { info, mine, turn, viewpoint, curtain } = this.#table;
    return (info?.hints ?? false) && mine && turn === viewpoint && curtain === null;
  }

  /** A move is on its way: what could be asked about now is over. */
  get waits(): boolean {
    return this.#table.sending;
  }

  /** What was asked about is what is shown: once the game has gone on, the hint is of no use. */
  get open(): boolean {
    return this.offered && this.#about === this.#subject;
  }

  toggle(): void {
    if (this.open) this.close();
    else void this.ask();
  }

  async ask(): Promise<void> {
    const { id, viewpoint: seat, snapshot, pending } = this.#table;
    if (!this.offered || this.waits || !snapshot) return;
    const subject = (this.#about = this.#subject);
    this.told = this.failure = null;
    try {
      // It is thought over while it is read.
      for (let look = 0, more = true; more; look++) {
        const told = await api.hint(id, { seat, after: snapshot.index, moves: [...pending], look });
        if (subject !== this.#about || !this.open) return;
        this.told = told;
        more = told.more;
      }
    } catch (error) {
      // What was told stays, if it cannot be thought over.
      if (subject === this.#about && !this.told) this.failure = error;
    }
  }

  close(): void {
    this.#about = null;
  }

  /** Point at a move on the board, null at none. */
  look(move: string | null): void {
    const { display, view, viewpoint } = this.#table;
    display.point(move, view, viewpoint);
  }

  play(move: string, at: Element): void {
    this.#table.play(move, at);
    this.close();
    // The row pressed is gone: the keyboard goes on from the board.
    this.#table.display.board?.focus({ preventScroll: true });
  }

  /** What one would ask about now. */
  get #subject(): string {
    const { snapshot, pending, viewpoint } = this.#table;
    return JSON.stringify([snapshot?.index, viewpoint, pending, settings.lang]);
  }
}
