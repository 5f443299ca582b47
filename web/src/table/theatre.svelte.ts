/** Where a game is shown: its screen, and the change from one picture to the next with cards in the air. */
import { tick } from 'svelte';
import { screenOf } from '../games';
import { settings } from '../shell/settings.svelte';
import { soundEvents } from '../sound/table';
import type { GameScreen, TableEvent } from './board';
import { drifted, land, landNow, takeOff, type Leg } from './flights';
import { holdFocus } from './focus';
import { whereCardsLie } from './places';
import { bringIntoSight, light } from './pointing';

export class Theatre {
  /** The drawings are there, or it is known that they cannot be had. */
  prepared = $state(false);
  screen = $state.raw<GameScreen | null>(null);
  /** Cards are in the air. */
  flying = $state(false);
  /** Where the board is drawn, and the layer above it in which cards fly. */
  ground: HTMLElement | null = null;
  sky: HTMLElement | null = null;

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
  async perform(events: readonly TableEvent[], change: () => void, view: () => unknown): Promise<void> {
    const legs = this.ground && !document.hidden ? takeOff(this.ground, events) : [];
    await this.#redraw(change);
    soundEvents(events, view(), this.screen);
    await this.#fly(legs, view());
  }

  /** Change the picture where no event tells what moved: the cards themselves show it. */
  async glide(change: () => void, view: () => unknown): Promise<void> {
    const before = this.ground && whereCardsLie(this.ground);
    await this.#redraw(change);
    if (before && this.ground) await this.#fly(drifted(this.ground, before), view());
  }

  /** Point at what a move of a seat is about, null at nothing. */
  point(move: string | null, view: unknown, seat: number): void {
    if (!this.ground) return;
    const lit = light(this.ground, move === null ? [] : (this.screen?.targets?.(move, view, seat) ?? []));
    bringIntoSight(lit, settings.reducedMotion);
  }

  /** Nobody has to wait for a card in the air. */
  hurry(): void {
    if (this.flying && this.sky) landNow(this.sky);
  }

  async #redraw(change: () => void): Promise<void> {
    const giveBack = this.ground && holdFocus(this.ground);
    change();
    await tick();
    giveBack?.();
  }

  async #fly(legs: readonly Leg[], view: unknown): Promise<void> {
    const { ground: board, sky, screen } = this;
    if (!legs.length || !board || !sky || !screen || document.hidden) return;
    this.flying = true;
    await land(legs, { board, sky, screen, view, calm: settings.reducedMotion });
    this.flying = false;
  }
}
