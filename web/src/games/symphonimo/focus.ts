/** Keyboard and focus: from a choice to the next one that it brings, and by arrows from conductor to conductor. */

import type { Attachment } from 'svelte/attachments';

/** The controls that are offered now carry `data-choice`. */
const CHOICE = '[data-choice]';

/** Whether this click came from the keyboard (a pointer counts its presses). */
export function byKeyboard(event: MouseEvent): boolean {
  return event.detail === 0;
}

export function focusNextChoice(table: HTMLElement): void {
  table.querySelector<HTMLElement>(CHOICE)?.focus();
}

/** A card that was chosen is gone, and the focus with it: it rests on the pile, where the next turn begins. */
export function keepFocus(table: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  table.querySelector<HTMLElement>('[data-place="pile"] + button')?.focus();
}

/** Left and right walk along the row of conductors. */
export const walking: Attachment<HTMLElement> = (row) => {
  const walk = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const buttons = [...row.querySelectorAll<HTMLElement>('button')];
    const here = buttons.indexOf(event.target as HTMLElement);
    const next = here < 0 || !step ? undefined : buttons[here + step];
    if (!next) return;
    next.focus();
    event.preventDefault();
  };
  row.addEventListener('keydown', walk);
  return () => row.removeEventListener('keydown', walk);
};
