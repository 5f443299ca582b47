/** After a move by keyboard the focus goes on to the next choice, instead of being lost with the button pressed. */
import type { Attachment } from 'svelte/attachments';

/** What is offered now carries `data-choice`. */
const CHOICE = '[data-choice]';

export class Focus {
  #table: HTMLElement | null = null;
  #byKeyboard = false;

  watch: Attachment<HTMLElement> = (table) => {
    this.#table = table;
    const key = () => (this.#byKeyboard = true);
    const point = () => (this.#byKeyboard = false);
    table.addEventListener('keydown', key);
    table.addEventListener('pointerdown', point);
    return () => {
      this.#table = null;
      table.removeEventListener('keydown', key);
      table.removeEventListener('pointerdown', point);
    };
  };

  /** To be called when the choices have been drawn anew. */
  goOn(): void {
    if (!this.#byKeyboard || !this.#table) return;
    const here = document.activeElement;
    const lost = !here || here === document.body || (this.#table.contains(here) && here.ariaDisabled === 'true');
    if (!lost) return;
    const choices = this.#table.querySelectorAll<HTMLElement>(CHOICE);
    [...choices].find((choice) => choice.checkVisibility())?.focus();
  }
}
