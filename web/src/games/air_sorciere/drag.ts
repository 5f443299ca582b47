/** Drag a card with the pointer onto a place marked `data-drop`; a click stays a click. */
import type { Attachment } from 'svelte/attachments';

export interface Drag {
  /** What to do when it is dropped, by the name of the place. */
  drops: Record<string, (at: Element) => void>;
  /** Fingers scroll the page by default; a card that waits for its place follows them. */
  touch?: boolean;
}

const THRESHOLD = 6;

export function draggable(drag: Drag | null): Attachment<HTMLElement> {
  return (element) => {
    if (!drag) return;
    const { drops, touch = false } = drag;
    if (touch) element.style.touchAction = 'none';
    let start: { x: number; y: number } | null = null;
    let moving = false;

    const down = (event: PointerEvent) => {
      if (event.button !== 0 || (event.pointerType === 'touch' && !touch)) return;
      start = { x: event.clientX, y: event.clientY };
      element.setPointerCapture(event.pointerId);
    };
    const move = (event: PointerEvent) => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!moving && Math.hypot(dx, dy) < THRESHOLD) return;
      moving = true;
      element.classList.add('dragged');
      element.style.translate = `${dx}px ${dy}px`;
    };
    const drop = (event: PointerEvent) => {
      if (moving && event.type === 'pointerup') {
        const place = placeUnder(element, event);
        if (place) drops[place.dataset.drop ?? '']?.(place);
      }
      start = null;
      element.classList.remove('dragged');
      element.style.translate = '';
      // The click that ends a drag is not a click.
      setTimeout(() => (moving = false));
    };
    const click = (event: MouseEvent) => {
      if (moving) event.stopImmediatePropagation();
    };

    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', drop);
    element.addEventListener('pointercancel', drop);
    element.addEventListener('click', click, true);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', drop);
      element.removeEventListener('pointercancel', drop);
      element.removeEventListener('click', click, true);
    };
  };
}

function placeUnder(element: Element, { clientX, clientY }: PointerEvent): HTMLElement | null {
  for (const under of document.elementsFromPoint(clientX, clientY)) {
    if (!element.contains(under)) return under.closest<HTMLElement>('[data-drop]');
  }
  return null;
}
