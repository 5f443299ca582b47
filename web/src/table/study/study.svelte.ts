/** A finished game thought over: its analysis for one seat, and what Virtuoso would have played in a frame of it. */
import { api } from '../../api/client';
import type { Advice, AnalysisProgress, SeatAnalysis } from '../../api/types';
import { settings } from '../../shell/settings.svelte';
import type { Replay } from '../replay.svelte';

/** How long to wait before asking again how far the analysis is. */
const ASK_AGAIN_MS = 700;

export class Study {
  readonly replay: Replay;
  /** Advice was asked for: what it stands on stays, although it is gone with its frame. */
  #advised = $state(false);
  progress = $state.raw<AnalysisProgress | null>(null);
  failure = $state.raw<unknown>(null);
  advice = $state.raw<Advice | null>(null);
  adviceFailure = $state.raw<unknown>(null);
  #adviceAbout = $state<string | null>(null);
  #following = 0;

  constructor(replay: Replay) {
    this.replay = replay;
  }

  get open(): boolean {
    return this.#advised || this.replay.analysed >= 0;
  }

  get analysis(): SeatAnalysis | null {
    return this.progress?.analysis ?? null;
  }

  /** Analyse the game: for the seat from which it is seen, else for the winner. */
  begin(): void {
    const { viewpoint, about } = this.replay;
    this.replay.analyse(viewpoint >= 0 ? viewpoint : (about?.outcome?.winners[0] ?? 0));
  }

  close(): void {
    this.#advised = false;
    this.#adviceAbout = null;
    this.replay.analyse(-1);
  }

  /** Ask for the analysis of a seat until it is there; what is answered stops asking. */
  follow(seat: number): () => void {
    this.progress = this.failure = null;
    void this.#ask(seat, ++this.#following);
    return () => void this.#following++;
  }

  retry(): void {
    this.follow(this.replay.analysed);
  }

  async #ask(seat: number, turn: number): Promise<void> {
    try {
      for (;;) {
        const progress = await api.analysis(this.replay.id, seat);
        if (turn !== this.#following) return;
        this.progress = progress;
        if (progress.status === 'done') {
          // Advice takes up what the analysis has found since.
          if (this.advising && this.advice) void this.#askAdvice();
          return;
        }
        await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
        if (turn !== this.#following) return;
      }
    } catch (error) {
      if (turn === this.#following) this.failure = error;
    }
  }

  /** A choice is what is looked at, rather than what led to it: one that the analysis marks, or one advised on. */
  get choosing(): boolean {
    const { at, analysed } = this.replay;
    const marked = analysed >= 0 && this.analysis?.mistakes.some(({ number }) => number === at);
    return this.canAdvise && (this.advising || (marked ?? false));
  }

  /** A game that was not played to its end is only watched. */
  get offered(): boolean {
    return this.replay.about?.outcome !== null;
  }

  /** Somebody chose in the frame shown; where an unfinished game stops, nobody did. */
  get canAdvise(): boolean {
    return this.replay.turn >= 0 && this.replay.at < this.replay.last;
  }

  get advising(): boolean {
    return this.#adviceAbout === this.#subject;
  }

  toggleAdvice(): void {
    if (this.advising) this.closeAdvice();
    else void this.advise();
  }

  async advise(): Promise<void> {
    this.replay.pause();
    this.#adviceAbout = this.#subject;
    this.#advised = true;
    this.advice = this.adviceFailure = null;
    await this.#askAdvice();
  }

  async #askAdvice(): Promise<void> {
    const subject = this.#adviceAbout;
    try {
      const advice = await api.advice(this.replay.id, this.replay.at);
      if (subject === this.#adviceAbout) this.advice = advice;
    } catch (error) {
      if (subject === this.#adviceAbout) this.adviceFailure = error;
    }
  }

  closeAdvice(): void {
    this.#adviceAbout = null;
  }

  /** What one would ask about now. */
  get #subject(): string {
    return `${settings.lang} ${this.replay.at}`;
  }
}
