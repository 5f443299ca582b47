/** What a move is about is shown on the board: its places, and the cards in them, for as long as it is looked at. */
import type { Target } from './board';
import { findCard } from './places';
import './highlight.css';

const LIT = 'data-lit';
/** The space, in pixels, left between what is shown and the head or the foot of the page. */
const AIR = 12;
/** The same above, where the title of what is shown is to be read as well. */
const TITLE = 52;

/** Highlight these, and nothing else; answers what was found of them. */
export function highlight(board: HTMLElement, targets: readonly Target[]): Element[] {
  for (const element of board.querySelectorAll(`[${LIT}]`)) element.removeAttribute(LIT);
  const used = new Set<Element>();
  const found = targets.map(({ place, card = null }) => findCard(board, place, card, used));
  const lit = [...new Set(found)].filter((element) => element !== null);
  for (const element of lit) element.setAttribute(LIT, '');
  return lit;
}

/** Something stands at the foot of the page, so high. */
interface AtFoot {
  height: number;
  /** What it would cover of the board is to be seen as well, where there is room. */
  board?: Element;
  /** What is seen in any case, whatever else is then out of sight. */
  needed: readonly Element[];
}

/** Scroll as little as need be to see all of these between the head and the foot of the page, else the first of them. */
export function scrollIntoSight(elements: readonly Element[], calm: boolean, atFoot?: AtFoot): void {
  const whole = around(elements);
  if (!whole) return;
  const roof = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  const floor = (document.querySelector('footer')?.getBoundingClientRect().top ?? innerHeight) - (atFoot?.height ?? 0);
  const above = atFoot ? TITLE : AIR;
  const hidden = Math.max(whole.bottom + AIR, atFoot?.board?.getBoundingClientRect().bottom ?? 0) - floor;
  let by = Math.min(Math.max(0, hidden), whole.top - above - roof);
  const needed = around(atFoot?.needed ?? []);
  if (needed) by = Math.min(Math.max(by, needed.bottom + AIR - floor), needed.top - AIR - roof);
  if (by) scrollerOf(elements[0]!).scrollBy({ top: by, behavior: calm ? 'auto' : 'smooth' });
}

/** The box around all of these that are drawn. */
function around(elements: readonly Element[]): { top: number; bottom: number } | null {
  const boxes = elements.map((element) => element.getBoundingClientRect()).filter(({ height }) => height > 0);
  if (!boxes.length) return null;
  return { top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)) };
}

function scrollerOf(element: Element): Element {
  for (let around = element.parentElement; around; around = around.parentElement) {
    const scrolls = around.scrollHeight > around.clientHeight && getComputedStyle(around).overflowY === 'auto';
    if (scrolls) return around;
  }
  return document.scrollingElement ?? document.documentElement;
}
