/** Dragging a card of the hand onto the staff; the card follows the finger by its `translate`, and comes back. */
import type { Attachment } from 'svelte/attachments';

interface Drag {
  onstart(): void;
  /** The card was let go over the staff. */
  ondrop(card: Element): void;
  onend(): void;
}

/** A finger trembles more than a mouse before it means to drag. */
const THRESHOLD = { mouse: 5, other: 10 };

export function dragToStaff(drag: Drag): Attachment<HTMLElement> {
  return (node) => {
    let start: { x: number; y: number } | null = null;
    let moving = false;

    const overStaff = (event: PointerEvent): boolean => {
      const staff = node.ownerDocument.querySelector('[data-place="staff"]')?.getBoundingClientRect();
      if (!staff) return false;
      const { clientX: x, clientY: y } = event;
      return x >= staff.left && x <= staff.right && y >= staff.top && y <= staff.bottom;
    };
    const down = (event: PointerEvent) => {
      if (event.button === 0) start = { x: event.clientX, y: event.clientY };
    };
    const move = (event: PointerEvent) => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!moving) {
        if (Math.hypot(dx, dy) < (event.pointerType === 'mouse' ? THRESHOLD.mouse : THRESHOLD.other)) return;
        moving = true;
        node.setPointerCapture(event.pointerId);
        drag.onstart();
      }
      node.style.translate = `${dx}px ${dy}px`;
    };
    const end = (event: PointerEvent) => {
      start = null;
      if (!moving) return;
      moving = false;
      swallowClick();
      if (event.type === 'pointerup' && overStaff(event)) drag.ondrop(node);
      node.style.translate = '';
      drag.onend();
    };
    /** The click that the browser makes of the end of a drag is not one. */
    const swallowClick = () => {
      const swallow = (event: Event) => event.stopPropagation();
      node.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => node.removeEventListener('click', swallow, { capture: true }));
    };

    node.addEventListener('pointerdown', down);
    node.addEventListener('pointermove', move);
    node.addEventListener('pointerup', end);
    node.addEventListener('pointercancel', end);
    return () => {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', end);
      node.removeEventListener('pointercancel', end);
      if (moving) drag.onend();
    };
  };
}
