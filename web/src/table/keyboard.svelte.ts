/** Playing by keyboard: from one choice on to the next that it brings, and by arrows along a row. */
import { tick } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** What is offered now carries `data-choice`, a row to walk along `data-row`. */
const CHOICE = '[data-choice]';
const ROW = '[data-row]';

/** After a move by keyboard the focus goes on to the next choice, instead of being lost with the button pressed. */
export function leadOn(offered: () => unknown): Attachment<HTMLElement> {
  return (table) => {
    let byKeyboard = false;
    const goOn = (): void => {
      const here = document.activeElement;
      const lost = !here || here.contains(table) || (table.contains(here) && here.ariaDisabled === 'true');
      if (!byKeyboard || !lost) return;
      const choices = table.querySelectorAll<HTMLElement>(CHOICE);
      [...choices].find((choice) => choice.checkVisibility())?.focus();
    };
    $effect(() => {
      offered();
      void tick().then(goOn);
    });

    const stop = new AbortController();
    const { signal } = stop;
    table.addEventListener('keydown', () => (byKeyboard = true), { signal });
    table.addEventListener('pointerdown', () => (byKeyboard = false), { signal });
    return () => stop.abort();
  };
}

export const buttonsOf = (part: Element): HTMLElement[] => [...part.querySelectorAll<HTMLElement>('button')];

/** Left and right go to the button before or after in the row. */
export const walkRows: Attachment<HTMLElement> = (table) => {
  const walk = (event: KeyboardEvent): void => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const row = event.target instanceof Element ? event.target.closest(ROW) : null;
    if (!direction || !row) return;
    const buttons = buttonsOf(row);
    const next = buttons[buttons.indexOf(event.target as HTMLElement) + direction];
    if (!next) return;
    next.focus();
    event.preventDefault();
  };
  table.addEventListener('keydown', walk);
  return () => table.removeEventListener('keydown', walk);
};
