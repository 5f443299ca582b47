/** Dragging a card to the place that it is swapped with. */
import type { Place } from '../data';
import type { Play } from '../play.svelte';
import { placeOf } from './look';

const HOLD_MS = 180; // a finger that moves sooner scrolls the page
const SLIP_PX = 7;

/** A card of the river or of the own pond follows a mouse that pulls it, or a finger that has rested on it. */
export function dragging(play: Play): (root: HTMLElement) => () => void {
  return (root) => {
    let start: { place: Place; x: number; y: number; width: number; pointer: number } | null = null;
    let moved = false;
    let hold = 0;
    let swallowClick = false; // the click that a browser makes of a drag which ends where it began

    const lift = (x: number, y: number) => {
      if (!start) return;
      clearTimeout(hold);
      play.dragged = { place: start.place, x, y, width: start.width };
    };
    const drop = () => {
      clearTimeout(hold);
      start = null;
      play.dragged = null;
    };
    const down = (event: PointerEvent) => {
      swallowClick = moved = false;
      const element = event.target instanceof Element ? event.target.closest<HTMLElement>('button[data-place]') : null;
      const place = element?.dataset.place;
      if (!element || !place || event.button !== 0 || !play.canDrag(place)) return;
      const { clientX: x, clientY: y, pointerId: pointer } = event;
      start = { place, x, y, width: element.offsetWidth, pointer };
      if (event.pointerType === 'touch') hold = window.setTimeout(() => lift(x, y), HOLD_MS);
    };
    const move = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.pointer) return;
      const slipped = Math.hypot(event.clientX - start.x, event.clientY - start.y) > SLIP_PX;
      if (!play.dragged && slipped) {
        if (event.pointerType === 'touch') return drop();
        lift(event.clientX, event.clientY);
      }
      if (!play.dragged) return;
      moved ||= slipped;
      play.dragged = { ...play.dragged, x: event.clientX, y: event.clientY };
      play.looked = placeOf(document.elementFromPoint(event.clientX, event.clientY));
    };
    const up = (event: PointerEvent) => {
      if (!start || event.pointerId !== start.pointer) return;
      const from = play.dragged?.place;
      const target = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place]');
      drop();
      if (!from) return;
      swallowClick = moved && target?.dataset.place === from;
      if (target?.dataset.place && play.offer(target.dataset.place)) play.swap(from, target.dataset.place, target);
    };
    const click = (event: Event) => {
      if (!swallowClick) return;
      swallowClick = false;
      event.stopPropagation();
      event.preventDefault();
    };
    const hush = (event: Event) => {
      if (play.dragged) event.preventDefault();
    };
    const stop = new AbortController();
    const { signal } = stop;
    root.addEventListener('pointerdown', down, { signal });
    root.addEventListener('click', click, { capture: true, signal });
    root.addEventListener('touchmove', hush, { passive: false, signal });
    root.addEventListener('contextmenu', hush, { signal });
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', up, { signal });
    window.addEventListener('pointercancel', drop, { signal });
    return () => {
      clearTimeout(hold);
      stop.abort();
    };
  };
}
