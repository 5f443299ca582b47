/** Cards by colour and value, and the diplomas made of them. */
import type { Colour, ReadyMade } from '../types';

/** `'G12'` → `'G'`. */
export function colourOf(card: string): Colour {
  return card[0] as Colour;
}

/** `'G12'` → `'12'`. */
export function valueOf(card: string): string {
  return card.slice(1);
}

/** Cards by colour, each colour's in the order they came. */
export function byColour(cards: readonly string[]): Record<Colour, string[]> {
  const groups: Record<Colour, string[]> = { K: [], G: [], W: [], V: [], O: [] };
  for (const card of cards) groups[colourOf(card)].push(card);
  return groups;
}

/** The aids list the diplomas of a colour from small to large. */
export function largestOfColour(offers: readonly ReadyMade[]): ReadyMade[] {
  return offers.filter((offer, i) => offers[i + 1]?.colour !== offer.colour);
}
