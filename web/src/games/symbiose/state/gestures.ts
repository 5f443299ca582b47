/** What keys, pointer and focus do on the table, beside a press. */
import type { Place } from '../types';
import type { Selection } from './selection.svelte';

/** Arrow keys: the focus goes to the nearest place in their direction, from one water to the other too. */
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Watches a table, or a dialog over it, whose places are marked by `data-nav`. */
export function arrows(root: HTMLElement): () => void {
  const move = (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    const from = event.target instanceof Element ? event.target.closest('[data-nav]') : null;
    if (!direction || !from || event.altKey || event.ctrlKey || event.metaKey) return;
    const scope = from.closest('dialog') ?? root;
    const others = [...scope.querySelectorAll<HTMLElement>('[data-nav]')].filter(
      (other) => other !== from && other.closest('dialog') === from.closest('dialog'),
    );
    nearest(from, others, direction)?.focus();
    event.preventDefault();
  };
  root.addEventListener('keydown', move);
  return () => root.removeEventListener('keydown', move);
}

function nearest(from: Element, others: HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const start = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const other of others) {
    const end = centre(other);
    const [x, y] = [end.x - start.x, end.y - start.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    const cost = along + 3 * aside;
    if (along > 4 && aside <= 2 * along && cost < least) [best, least] = [other, cost];
  }
  return best;
}

function centre(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** What is pointed at or has the focus is looked at; places name themselves by `data-look`. */
const placeOf = (target: EventTarget | null): Place | null =>
  (target instanceof Element && target.closest<HTMLElement>('[data-look]')?.dataset.look) || null;

const focused = (root: HTMLElement) => (root.contains(document.activeElement) ? placeOf(document.activeElement) : null);

/** Watches a table for its play; when the pointer leaves a place, the focus counts again. */
export function looking(selection: Selection): (root: HTMLElement) => () => void {
  return (root) => {
    const over = (event: Event) => {
      if (!selection.dragged) selection.looked = placeOf(event.target) ?? focused(root);
    };
    const leave = () => {
      if (!selection.dragged) selection.looked = focused(root);
    };
    // A focused card may lose the focus while the table is being taken away: nothing may change until that is done.
    const blur = (event: FocusEvent) =>
      queueMicrotask(() => {
        if (!selection.dragged && root.isConnected) selection.looked = placeOf(event.relatedTarget);
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
