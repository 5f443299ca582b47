/** Carry the held card by mouse or finger onto a conductor; everybody else clicks the conductor. */
import type { Attachment } from 'svelte/attachments';

/** So far the finger may tremble before a press becomes a drag. */
const THRESHOLD_PX = 6;
/** A dropped card waits for the table to take it; if nothing comes, it goes back. */
const PATIENCE_MS = 2_000;
const CONDUCTOR = '[data-place^="conductor:"]';

interface Carrying {
  allowed(): boolean;
  /** The conductor under the card changes; null: none. */
  over(number: number | null): void;
  /** Answers whether the card may stay there. */
  drop(number: number, at: Element): boolean;
}

export function carry({ allowed, over, drop }: Carrying): Attachment<HTMLElement> {
  return (card) => {
    let start: { x: number; y: number } | null = null;
    let moving = false;
    let waiting: ReturnType<typeof setTimeout> | undefined;

    const goBack = (): void => {
      clearTimeout(waiting);
      card.style.transform = '';
      delete card.dataset.carried;
    };
    const under = (event: PointerEvent): Element | null =>
      document
        .elementsFromPoint(event.clientX, event.clientY)
        .map((element) => element.closest(CONDUCTOR))
        .find((found) => found !== null) ?? null;
    const numberOf = (place: Element | null): number | null =>
      place ? Number((place.getAttribute('data-place') ?? '').split(':')[1]) : null;

    const down = (event: PointerEvent): void => {
      if (!allowed() || event.button !== 0) return;
      goBack();
      start = { x: event.clientX, y: event.clientY };
      card.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent): void => {
      if (!start) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      moving ||= Math.hypot(x, y) > THRESHOLD_PX;
      if (!moving) return;
      card.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
      card.dataset.carried = '';
      over(numberOf(under(event)));
    };
    const end = (event: PointerEvent): void => {
      const place = moving && event.type === 'pointerup' ? under(event) : null;
      start = null;
      moving = false;
      over(null);
      const number = numberOf(place);
      if (place && number !== null && drop(number, place)) waiting = setTimeout(goBack, PATIENCE_MS);
      else goBack();
    };

    card.addEventListener('pointerdown', down);
    card.addEventListener('pointermove', move);
    card.addEventListener('pointerup', end);
    card.addEventListener('pointercancel', end);
    return () => {
      clearTimeout(waiting);
      card.removeEventListener('pointerdown', down);
      card.removeEventListener('pointermove', move);
      card.removeEventListener('pointerup', end);
      card.removeEventListener('pointercancel', end);
    };
  };
}
