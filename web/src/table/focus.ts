/** The focus stays where a person was, although the board is drawn anew under it. */

const FOCUSABLE = 'button:not(:disabled), [href], input, select, [tabindex="0"]';

/** Remember where in the board the focus is; what is answered gives it back if the change has lost it. */
export function holdFocus(board: HTMLElement): () => void {
  const held = document.activeElement;
  if (!held || held === board || !board.contains(held)) return () => {};
  const place = held.closest<HTMLElement>('[data-place]')?.dataset.place;
  const card = held.closest<HTMLElement>('[data-card]')?.dataset.card;
  return () => {
    if (board.contains(document.activeElement)) return;
    // The same card, else the same place, else the board: from there the next key goes on.
    const there = place === undefined ? null : board.querySelector(`[data-place="${CSS.escape(place)}"]`);
    const same = card === undefined ? null : there?.querySelector(`[data-card="${CSS.escape(card)}"]`);
    const next = [same, there].map(firstFocusable).find((element) => element) ?? board;
    next.focus({ preventScroll: true });
  };
}

function firstFocusable(within: Element | null | undefined): HTMLElement | null {
  return within?.matches(FOCUSABLE) ? (within as HTMLElement) : (within?.querySelector<HTMLElement>(FOCUSABLE) ?? null);
}
