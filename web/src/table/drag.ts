/** A card that follows mouse or finger to a place where it may be dropped; a click or a tap stays what it is. */
import type { Attachment } from 'svelte/attachments';
import './drag.css';

interface Drag {
  /** A selector of the places that take the card. */
  places: string;
  /** Whether it may be dragged now. */
  allowed(): boolean;
  /** A card that has nothing else to do follows a finger at once; any other waits until the finger has rested on it. */
  eager?: boolean;
  /** It has been taken up, or let go. */
  carried?(carried: boolean): void;
  /** The place under the pointer changes; null: none. */
  over?(place: HTMLElement | null): void;
  /** Let go over a place. Answers whether it lies there until the table has taken it; else it goes back at once. */
  drop(place: HTMLElement): boolean | void;
}

/** So far a hand may tremble before a press becomes a drag. */
const SLIP_PX = 6;
/** A finger that moves sooner scrolls the page. */
const REST_MS = 180;
/** A card that was dropped waits for the table so long. */
const PATIENCE_MS = 2_000;

export function draggable({ places, allowed, eager = false, carried, over, drop }: Drag): Attachment<HTMLElement> {
  return (card) => {
    let press: PointerEvent | null = null;
    let lifted = false;
    let moved = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    card.dataset.draggable = '';

    const mustRest = ({ pointerType }: PointerEvent): boolean => pointerType === 'touch' && !eager;
    // The card itself is no obstacle: while it is dragged, nothing points at it.
    const placeUnder = ({ clientX, clientY }: PointerEvent): HTMLElement | null =>
      document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(places) ?? null;
    const lift = (): void => {
      lifted = true;
      card.dataset.dragged = '';
      carried?.(true);
    };
    const letGo = (): void => {
      clearTimeout(timer);
      press = null;
      if (!lifted) return;
      lifted = false;
      over?.(null);
      carried?.(false);
    };
    const goBack = (): void => {
      clearTimeout(timer);
      card.style.translate = '';
      delete card.dataset.dragged;
    };

    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary || !allowed()) return;
      goBack();
      press = event;
      moved = false;
      // A quick mouse has left the card before it is seen to move.
      card.setPointerCapture(event.pointerId);
      if (mustRest(event)) timer = setTimeout(lift, REST_MS);
    };
    const move = (event: PointerEvent): void => {
      if (!press) return;
      const [x, y] = [event.clientX - press.clientX, event.clientY - press.clientY];
      moved ||= Math.hypot(x, y) > SLIP_PX;
      if (moved && !lifted) {
        if (mustRest(event)) return cancel();
        lift();
      }
      if (!lifted) return;
      card.style.translate = `${x}px ${y}px`;
      over?.(placeUnder(event));
    };
    const up = (event: PointerEvent): void => {
      if (!press) return;
      const place = lifted && moved ? placeUnder(event) : null;
      const stays = place !== null && drop(place) === true;
      letGo();
      if (stays) timer = setTimeout(goBack, PATIENCE_MS);
      else goBack();
      // The click that the browser makes of the end of a drag comes before this.
      setTimeout(() => (moved = false));
    };
    const cancel = (): void => {
      moved = false;
      letGo();
      goBack();
    };
    const click = (event: Event): void => {
      if (moved) event.stopPropagation();
    };
    /** The finger has the card: it neither scrolls nor asks for a menu. */
    const hush = (event: Event): void => {
      if (lifted || (press && eager)) event.preventDefault();
    };

    const stop = new AbortController();
    const { signal } = stop;
    card.addEventListener('pointerdown', down, { signal });
    card.addEventListener('pointermove', move, { signal });
    card.addEventListener('pointerup', up, { signal });
    card.addEventListener('pointercancel', cancel, { signal });
    card.addEventListener('click', click, { capture: true, signal });
    card.addEventListener('touchmove', hush, { passive: false, signal });
    card.addEventListener('contextmenu', hush, { signal });
    return () => {
      stop.abort();
      cancel();
    };
  };
}
