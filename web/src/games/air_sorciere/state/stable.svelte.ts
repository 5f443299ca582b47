/** The table without flicker: while a move or a small step is under way, what was offered stays in sight. */
import type { LegalMove } from '../../../table/board';
import type { Aids, GameBoard, View } from '../types';

export class StableBoard implements GameBoard {
  #read: () => GameBoard;
  #seen: { view: View; legal: readonly LegalMove[] } | null = null;

  constructor(read: () => GameBoard) {
    this.#read = read;
  }

  readonly legal: readonly LegalMove[] = $derived.by(() => {
    const { view, legal } = this.#read();
    if (legal.length || view !== this.#seen?.view) this.#seen = { view, legal };
    return this.#seen.legal;
  });

  can(move: string): boolean {
    return this.legal.some((legal) => legal.move === move);
  }
  starting(prefix: string): LegalMove[] {
    return this.legal.filter(({ move }) => move.startsWith(prefix));
  }
  /** The game's own words for a move, where it may be made. */
  label(move: string): string | undefined {
    return this.legal.find((legal) => legal.move === move)?.label;
  }

  get view(): View {
    return this.#read().view;
  }
  get aids(): Aids {
    return this.#read().aids;
  }
  get seat(): number {
    return this.#read().seat;
  }
  get turn(): number {
    return this.#read().turn;
  }
  /** Whether this person decides now. */
  get mine(): boolean {
    return this.seat >= 0 && this.turn === this.seat;
  }
  get names(): string[] {
    return this.#read().names;
  }
  get pending(): readonly string[] {
    return this.#read().pending;
  }
  get lesson(): boolean {
    return this.#read().lesson ?? false;
  }
  get lang() {
    return this.#read().lang;
  }
  get settings() {
    return this.#read().settings;
  }
  play(move: string, at?: Element | null): void {
    this.#read().play(move, at);
  }
  addStep(move: string, at?: Element | null): void {
    this.#read().addStep(move, at);
  }
  takeBack(): void {
    this.#read().takeBack();
  }
}

/** The same table looked at from outside: nothing on it answers to a click. */
export function watched({ view, aids, names, turn, lang, settings }: GameBoard): GameBoard {
  const nothing = () => {};
  return {
    ...{ view, aids, names, turn, lang, settings, seat: -1, legal: [], pending: [] },
    ...{ can: () => false, starting: () => [], play: nothing, addStep: nothing, takeBack: nothing },
  };
}
