/** The focus never falls off the table with a card that was played: it goes to the card beside it. */
import type { Attachment } from 'svelte/attachments';
import { buttonsOf } from '../../../table/keyboard.svelte';

const HAND = '[data-place^="hand"] button';

export const keepNear: Attachment<HTMLElement> = (table) => {
  /** What the keyboard has the focus on, and where it stands, should it be taken away. */
  let held: { button: HTMLElement; row: Element | null; place: number } | null = null;

  const hold = ({ target }: FocusEvent) => {
    held = null;
    if (!(target instanceof HTMLElement) || !target.matches('button:focus-visible')) return;
    const row = target.closest('[data-row]');
    held = { button: target, row, place: row ? buttonsOf(row).indexOf(target) : 0 };
  };
  const watch = new MutationObserver(() => {
    if (!held || held.button.isConnected || document.activeElement !== document.body) return;
    const left = held.row?.isConnected ? buttonsOf(held.row) : [];
    const near = left[Math.min(held.place, left.length - 1)];
    (near ?? table.querySelector<HTMLElement>(HAND) ?? buttonsOf(table)[0])?.focus();
  });

  table.addEventListener('focusin', hold);
  watch.observe(table, { childList: true, subtree: true });
  return () => {
    table.removeEventListener('focusin', hold);
    watch.disconnect();
  };
};
