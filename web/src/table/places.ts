/** Where on the screen a place of the table and a card in it are. */
import type { CardText } from './board';

/** The middle of a place or card; the width where it is that of a card. */
export interface Spot {
  x: number;
  y: number;
  width: number | null;
}

/** The element of a card in a place, else of the place itself; `used` keeps two equal cards apart. */
export function findCard(board: HTMLElement, place: string, card: CardText, used: Set<Element>): Element | null {
  if (!place) return null;
  // What is no place for cards, and is pointed at all the same, has a `data-point`.
  const name = CSS.escape(place);
  const here = board.querySelector(`[data-place="${name}"], [data-point="${name}"]`);
  if (!here || card === null) return here;
  const wanted = `[data-card="${CSS.escape(card)}"]`;
  const all = here.matches(wanted) ? [here] : [...here.querySelectorAll(wanted)];
  const found = all.findLast((element) => !used.has(element));
  if (found) used.add(found);
  return found ?? here;
}

export function spotOf(element: Element | null): Spot | null {
  if (!element) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (!width || !height) return null;
  // A place that is not shaped like a card is only somewhere to go to: the card keeps its own size there.
  const shaped = element.matches('[data-card]') || Math.abs(width / height - 5 / 7) < 0.12;
  return { x: left + width / 2, y: top + height / 2, width: shaped ? width : null };
}

/** Where each card lies that is seen exactly once: its place and its spot. */
export function whereCardsLie(board: HTMLElement): Map<string, { place: string; spot: Spot | null }> {
  const lying = new Map<string, { place: string; spot: Spot | null }>();
  const twice = new Set<string>();
  for (const element of board.querySelectorAll<HTMLElement>('[data-card]')) {
    const card = element.dataset.card;
    const place = element.closest<HTMLElement>('[data-place]')?.dataset.place;
    if (!card || place === undefined) continue;
    if (lying.has(card)) twice.add(card);
    lying.set(card, { place, spot: spotOf(element) });
  }
  for (const card of twice) lying.delete(card);
  return lying;
}
