/** A finished game, seen again: every frame of it, from any viewpoint. */
import { api } from '../api/client';
import type { Frame, Frames } from '../api/types';
import { notices } from '../shell/notices.svelte';
import type { Pictured } from '../shell/faces/faces';
import { settings } from '../shell/settings.svelte';
import { inWords } from '../shell/trouble';
import { t } from '../texts/index.svelte';
import { capital } from '../texts/words';
import type { AnyAids, AnyView, Board, Drawable, Lang, LegalMove } from './board';
import { Display } from './display.svelte';

/** Frames are fetched in portions: a long game starts as quickly as a short one. */
const PORTION = 60;
const BEAT_MS = 1_100;
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Replay implements Board, Drawable {
  readonly id: string;
  readonly display = new Display();
  about = $state.raw<Omit<Frames, 'frames'> | null>(null);
  failure = $state.raw<unknown>(null);
  /** The number of the frame shown; 0 is the deal. */
  at = $state(0);
  viewpoint = $state(-1);
  /** The seat whose game is analysed, -1 for none. */
  analysed = $state(-1);
  playing = $state(false);
  speed = $state<(typeof SPEEDS)[number]>(1);

  #frame = $state.raw<Frame | null>(null);
  /** The frames of one viewpoint, in one language. */
  #frames = new Map<number, Frame>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;
  #closed = false;

  constructor(id: string) {
    this.id = id;
  }

  /** Open the record at a frame; also in another language, or from another viewpoint. */
  async open(at: number, viewpoint = this.viewpoint): Promise<void> {
    try {
      this.viewpoint = viewpoint;
      this.#wanted = at;
      const frames = (this.#frames = new Map());
      await this.#fetch(at);
      await this.display.prepare(this.about!.game);
      if (frames !== this.#frames) return; // opened anew meanwhile
      this.failure = null;
      await this.go(this.#wanted); // whoever has stepped on meanwhile wants that frame
    } catch (error) {
      this.failure = error;
    }
  }

  close(): void {
    this.#closed = true;
    this.pause();
  }

  get total(): number {
    return this.about?.total ?? 0;
  }
  get last(): number {
    return Math.max(0, this.total - 1);
  }
  get sentences(): string[] {
    return this.#frame?.events.map(({ log }) => log).filter(Boolean) ?? [];
  }
  get ready(): boolean {
    return this.#frame !== null;
  }

  /** Analyse the game of a seat, or none; the address says so. */
  analyse(seat: number): void {
    this.analysed = seat;
    if (this.ready) history.replaceState({}, '', this.#address);
  }

  /** The frame that was asked for last, which may still be on its way: steps go on from there. */
  get wanted(): number {
    return this.#wanted;
  }

  /** Show a frame; the one right after the present is played, others are jumped to. */
  async go(wanted: number): Promise<void> {
    const number = (this.#wanted = Math.min(Math.max(0, wanted), this.last));
    this.display.hurry();
    let frame = this.#frames.get(number);
    if (!frame) {
      await this.#fetch(number);
      frame = this.#frames.get(number);
    }
    // Whoever drags along the game wants the last frame touched, not the last one to arrive.
    if (!frame || this.#closed || number !== this.#wanted) return;
    const events = number === this.at + 1 ? frame.events : [];
    this.at = number;
    history.replaceState({}, '', this.#address);
    await this.display.perform(
      events,
      () => (this.#frame = frame),
      () => frame.position,
    );
  }

  /** Let the game run by itself, from the deal if it is at its end. */
  start(): void {
    if (this.at >= this.last) this.at = -1;
    this.playing = true;
    void this.#beat();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  /** The address of this frame, seen from this viewpoint. */
  get #address(): string {
    const query = new URLSearchParams();
    if (this.viewpoint >= 0) query.set('eyes', String(this.viewpoint));
    if (this.analysed >= 0) query.set('analysis', String(this.analysed));
    return `${location.pathname}${query.size ? `?${query}` : ''}#${this.at}`;
  }

  async #beat(): Promise<void> {
    try {
      await this.go(this.at + 1);
    } catch (error) {
      this.pause();
      notices.say(inWords(error), 'trouble');
    }
    if (this.at >= this.last) this.pause();
    if (this.playing) this.#timer = setTimeout(() => void this.#beat(), BEAT_MS / this.speed);
  }

  async #fetch(number: number): Promise<void> {
    const start = Math.max(0, number - (number % PORTION));
    const frames = this.#frames;
    const { frames: portion, ...about } = await api.frames(this.id, this.viewpoint, start, PORTION);
    for (const frame of portion) frames.set(frame.number, frame); // of the viewpoint that they were asked for
    this.about = about;
    // Beyond the end of a shorter game: its last frames.
    if (number > this.last && !frames.has(this.last)) await this.#fetch(this.last);
  }

  // What a board reads; there is nothing to do here but to look.

  get view(): AnyView {
    return this.#frame?.position.view as AnyView;
  }
  get aids(): AnyAids {
    return this.#frame?.position.aids as AnyAids;
  }
  get seat(): number {
    return this.#frame?.position.seat ?? this.viewpoint;
  }
  get turn(): number {
    return this.#frame?.position.turn ?? -1;
  }
  /** A player as this person calls them: themselves "you". */
  nameOf(seat: number): string {
    return seat === this.about?.you ? capital(t('seat.you')) : (this.names[seat] ?? '');
  }
  get names(): string[] {
    return this.about?.names ?? [];
  }
  portraitOf(seat: number): Pictured {
    return this.about?.portraits[seat] ?? { face: null, bot: null };
  }
  /** Who did what is told now; -1 where nobody did. */
  get told(): number {
    return this.#frame?.events[0]?.seat ?? -1;
  }
  readonly drawing = $derived.by(() => {
    const [seat, number] = [this.seat, this.#frame?.number ?? 0];
    void settings.lang;
    return () => api.drawingOfFrame(this.id, seat, number);
  });
  readonly legal: readonly LegalMove[] = [];
  readonly pending: readonly string[] = [];
  get lang(): Lang {
    return settings.lang;
  }
  get settings() {
    return { aids: settings.choices.aids, reducedMotion: settings.reducedMotion };
  }
  can(): boolean {
    return false;
  }
  starting(): LegalMove[] {
    return [];
  }
  play(): void {}
  addStep(): void {}
  takeBack(): void {}
}
