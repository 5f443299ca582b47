/** A puzzle as this page sees it: a board on which one move is made, and what it was worth. */
import { api, Refused } from '../../api/client';
import type { PosedPuzzle, PuzzleAnswer } from '../../api/types';
import { Newest } from '../../shell/newest';
import { notices } from '../../shell/notices.svelte';
import { settings } from '../../shell/settings.svelte';
import { inWords } from '../../shell/trouble';
import type { AnyAids, AnyView, Board, Drawable, Lang, LegalMove } from '../../table/board';
import { Display } from '../../table/display.svelte';
import { refusals } from '../../table/refusals.svelte';
import { capital } from '../../texts/words';
import { solved } from './solved.svelte';

export class PuzzleState implements Board, Drawable {
  readonly game: string;
  readonly display = new Display();
  posed = $state.raw<PosedPuzzle | null>(null);
  answer = $state.raw<PuzzleAnswer | null>(null);
  failure = $state.raw<unknown>(null);
  sending = $state(false);
  #newest = new Newest();

  constructor(game: string) {
    this.game = game;
  }

  /** Show a puzzle; also in another language, in which an answer that was given is told again. */
  async open(id: string): Promise<void> {
    const given = this.posed?.id === id ? this.answer?.move : undefined;
    const isNews = this.#newest.ask();
    try {
      const [posed, answer] = await Promise.all([
        api.puzzle(this.game, id),
        given === undefined ? null : api.answerPuzzle(this.game, id, given),
        this.display.prepared ? undefined : this.display.prepare(this.game),
      ]);
      if (!isNews()) return;
      refusals.clear();
      // An answer that was given meanwhile stays.
      if (answer || this.posed?.id !== id) this.answer = answer;
      this.posed = posed;
      this.failure = null;
    } catch (error) {
      if (isNews()) this.failure = error;
    }
  }

  /** Think again from the beginning. */
  retry(): void {
    this.answer = null;
  }

  play(move: string, at?: Element | null): void {
    void this.#give(move, at);
  }

  // The first step of a larger gesture is the answer: a puzzle asks for one move.
  addStep(move: string, at?: Element | null): void {
    void this.#give(move, at);
  }

  async #give(move: string, at?: Element | null): Promise<void> {
    const puzzle = this.posed;
    refusals.clear();
    if (!puzzle || this.sending || this.answer) return;
    this.sending = true;
    try {
      const answer = await api.answerPuzzle(this.game, puzzle.id, move);
      if (this.posed?.id !== puzzle.id) return;
      this.answer = answer;
      solved.note(this.game, puzzle.id, answer.right);
    } catch (error) {
      if (error instanceof Refused) refusals.say(capital(error.message), error.problem.article, at);
      else notices.say(inWords(error), 'trouble');
    } finally {
      this.sending = false;
    }
  }

  // What a board reads; it is drawn only once there is a puzzle.

  get view(): AnyView {
    return this.posed?.position.view as AnyView;
  }
  get aids(): AnyAids {
    return this.posed?.position.aids as AnyAids;
  }
  get seat(): number {
    return this.posed?.position.seat ?? 0;
  }
  get turn(): number {
    return this.posed?.position.turn ?? 0;
  }
  get names(): string[] {
    return this.posed?.names ?? [];
  }
  readonly legal: readonly LegalMove[] = $derived(
    this.sending || this.answer ? [] : (this.posed?.position.legal ?? []),
  );
  readonly drawing = $derived.by(() => {
    const id = this.posed?.id ?? '';
    void settings.lang;
    return () => api.drawingOfPuzzle(this.game, id);
  });
  readonly pending: readonly string[] = [];
  takeBack(): void {}
  get lang(): Lang {
    return settings.lang;
  }
  get settings() {
    return { aids: settings.choices.aids, reducedMotion: settings.reducedMotion };
  }
  can(move: string): boolean {
    return this.legal.some((legal) => legal.move === move);
  }
  starting(prefix: string): LegalMove[] {
    return this.legal.filter(({ move }) => move.startsWith(prefix));
  }
}
