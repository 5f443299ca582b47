/** What is pointed at or has the focus is looked at; places name themselves by `data-look`. */
import type { Place } from '../data';
import type { Play } from '../play.svelte';

export const placeOf = (target: EventTarget | null): Place | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-look]')?.dataset.look) || null;

const focused = (root: HTMLElement) => (root.contains(document.activeElement) ? placeOf(document.activeElement) : null);

/** Watches a table for its play; when the pointer leaves a place, the focus counts again. */
export function looking(play: Play): (root: HTMLElement) => () => void {
  return (root) => {
    const over = (event: Event) => {
      if (!play.dragged) play.looked = placeOf(event.target) ?? focused(root);
    };
    const leave = () => {
      if (!play.dragged) play.looked = focused(root);
    };
    // A focused card may lose the focus while the table is being taken away: nothing may change until that is done.
    const blur = (event: FocusEvent) =>
      queueMicrotask(() => {
        if (!play.dragged && root.isConnected) play.looked = placeOf(event.relatedTarget);
      });
    const stop = new AbortController();
    const { signal } = stop;
    root.addEventListener('pointerover', over, { signal });
    root.addEventListener('focusin', over, { signal });
    root.addEventListener('pointerleave', leave, { signal });
    root.addEventListener('focusout', blur, { signal });
    return () => stop.abort();
  };
}
