/** Where a game is shown: its screen, and the change from one picture to the next with cards in the air. */
import { tick } from 'svelte';
import type { Position } from '../api/types';
import { screenOf } from '../games';
import { settings } from '../shell/settings.svelte';
import { soundEvents } from '../sound/table';
import type { AnyView, GameScreen, TableEvent } from './board';
import { drifted, land, landNow, takeOff, type Leg } from './flights';
import { holdFocus } from './focus';
import { whereCardsLie } from './places';
import { highlight, scrollIntoSight } from './highlight';

/** Asked once the picture has changed: what it shows. */
type Shown = () => Position | null;

export class Display {
  /** The drawings are there, or it is known that they cannot be had. */
  prepared = $state(false);
  screen = $state.raw<GameScreen | null>(null);
  /** Cards are in the air. */
  flying = $state(false);
  /** Where the board is drawn, and the layer above it in which cards fly. */
  board: HTMLElement | null = null;
  overlay: HTMLElement | null = null;

  /** Fetch the drawings of a game; without them it is told in words. */
  async prepare(game: string): Promise<void> {
    try {
      this.screen = await screenOf(game);
    } catch {
      this.screen = null;
    }
    this.prepared = true;
  }

  /** Change the picture, and let what happened be seen and heard; answers when the last card has landed. */
  async perform(events: readonly TableEvent[], change: () => void, position: Shown): Promise<void> {
    const legs = this.board && !document.hidden ? takeOff(this.board, events) : [];
    await this.#redraw(change);
    const shown = position();
    soundEvents(events, shown, this.screen);
    await this.#fly(legs, shown);
  }

  /** Change the picture where no event tells what moved: the cards themselves show it. */
  async glide(change: () => void, position: Shown): Promise<void> {
    const before = this.board && whereCardsLie(this.board);
    await this.#redraw(change);
    if (before && this.board) await this.#fly(drifted(this.board, before), position());
  }

  /** Point at what a move of a seat is about, null at nothing. */
  point(move: string | null, view: AnyView, seat: number): void {
    if (!this.board) return;
    const found = highlight(this.board, move === null ? [] : (this.screen?.targets?.(move, view, seat) ?? []));
    scrollIntoSight(found, settings.reducedMotion);
  }

  /** Nobody has to wait for a card in the air. */
  hurry(): void {
    if (this.flying && this.overlay) landNow(this.overlay);
  }

  async #redraw(change: () => void): Promise<void> {
    const giveBack = this.board && holdFocus(this.board);
    change();
    await tick();
    giveBack?.();
  }

  async #fly(legs: readonly Leg[], position: Position | null): Promise<void> {
    const { board, overlay, screen } = this;
    if (!legs.length || !board || !overlay || !screen || !position || document.hidden) return;
    this.flying = true;
    await land(legs, { board, overlay, screen, view: position.view, calm: settings.reducedMotion });
    this.flying = false;
  }
}
