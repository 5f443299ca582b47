/** Keyboard: arrows walk along a row of cards, and the focus never falls off the table with a card that was played. */
import type { Attachment } from 'svelte/attachments';

const ROW = '[data-row]';
const HAND = '[data-place^="hand"] button';

const buttonsOf = (part: Element): HTMLElement[] => [...part.querySelectorAll<HTMLElement>('button')];

/** Left and right go to the card before or after. */
function walk(event: KeyboardEvent): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const row = event.target instanceof Element ? event.target.closest(ROW) : null;
  if (!step || !row) return;
  const buttons = buttonsOf(row);
  const next = buttons[buttons.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  next.focus();
  event.preventDefault();
}

export const keyboard: Attachment<HTMLElement> = (table) => {
  /** What the keyboard has the focus on, and where it stands, should it be taken away. */
  let held: { button: HTMLElement; row: Element | null; place: number } | null = null;

  const hold = ({ target }: FocusEvent) => {
    held = null;
    if (!(target instanceof HTMLElement) || !target.matches('button:focus-visible')) return;
    const row = target.closest(ROW);
    held = { button: target, row, place: row ? buttonsOf(row).indexOf(target) : 0 };
  };
  const watch = new MutationObserver(() => {
    if (!held || held.button.isConnected || document.activeElement !== document.body) return;
    const left = held.row?.isConnected ? buttonsOf(held.row) : [];
    const near = left[Math.min(held.place, left.length - 1)];
    (near ?? table.querySelector<HTMLElement>(HAND) ?? buttonsOf(table)[0])?.focus();
  });

  table.addEventListener('keydown', walk);
  table.addEventListener('focusin', hold);
  watch.observe(table, { childList: true, subtree: true });
  return () => {
    table.removeEventListener('keydown', walk);
    table.removeEventListener('focusin', hold);
    watch.disconnect();
  };
};
