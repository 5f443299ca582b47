/**
 * Cards fly from where they were to where they go.
 *
 * A board marks its places by `data-place` and the cards in them by `data-card`. The places of what happened are
 * measured before and after the board is drawn anew; between the two the game's own card is drawn above the table
 * and moved by transform and opacity alone.
 */
import { mount, unmount } from 'svelte';
import type { AnyView, CardText, GameScreen, TableEvent } from './board';
import { findCard, spotOf, whereCardsLie, type Spot } from './places';

const SHORTEST_MS = 200;
const LONGEST_MS = 350;
const STAGGER_MS = 55;
const STAGGER_ALL_MS = 330;
const FADE_MS = 220;
const EASE = 'cubic-bezier(0.22, 0.8, 0.28, 1)';
/** A story with more cards than this is read in the log, not watched. */
const MOST_CARDS = 30;
/** The verbs of a card that tumbles rather than flies. */
const TUMBLES = new Set(['fall', 'crash']);

export interface Leg {
  card: CardText;
  event: TableEvent;
  start: Spot | null;
  order: number;
  /** The card itself was seen where it lay: it need not be turned. */
  faceUp: boolean;
}

interface Flight extends Leg {
  from: Spot;
  to: Spot;
  delay: number;
  duration: number;
  turns: boolean;
}

interface Scene {
  /** The element in which the board lies. */
  board: HTMLElement;
  /** An element above everything, in which cards are drawn while they fly. */
  overlay: HTMLElement;
  screen: GameScreen;
  view: AnyView;
  calm: boolean;
}

/** Where the cards of these events lie now; to be asked before the board changes. */
export function takeOff(board: HTMLElement, events: readonly TableEvent[]): Leg[] {
  const used = new Set<Element>();
  const legs = events.flatMap((event) =>
    event.cards.map((card, order) => {
      const lying = findCard(board, event.source, card, used);
      const faceUp = card !== null && lying?.getAttribute('data-card') === card;
      return { card, event, order, start: spotOf(lying), faceUp };
    }),
  );
  return legs.length > MOST_CARDS ? [] : legs;
}

/** The cards that lie elsewhere than before, where no event tells why: a step taken, or taken back. */
export function drifted(board: HTMLElement, before: ReturnType<typeof whereCardsLie>): Leg[] {
  const legs: Leg[] = [];
  for (const [card, { place }] of whereCardsLie(board)) {
    const was = before.get(card);
    if (!was || was.place === place) continue;
    const event = { verb: '', seat: -1, cards: [card], source: was.place, target: place, log: '' };
    legs.push({ card, event, order: legs.length, start: was.spot, faceUp: true });
  }
  return legs;
}

/** Fly the cards to where they lie now; answers when all have landed. */
export async function land(legs: readonly Leg[], scene: Scene): Promise<void> {
  const used = new Set<Element>();
  const flights: Flight[] = [];
  const arrivals: Element[] = [];
  // Where a card of an earlier event has just landed, and when: the next event of the same card goes on from there.
  const landed = new Map<string, { spot: Spot; at: number }[]>();
  for (const leg of legs) {
    const target = findCard(scene.board, leg.event.target, leg.card, used);
    const before = landed.get(`${leg.event.source}|${leg.card}`)?.shift();
    const from = before?.spot ?? leg.start;
    const to = spotOf(target) ?? from;
    if (!from || !to) continue;
    const reveals = leg.event.source === leg.event.target || leg.event.source.includes('pile');
    const turns = leg.card !== null && !leg.faceUp && reveals;
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    const duration = Math.min(LONGEST_MS, SHORTEST_MS + distance / 4);
    const delay = before?.at ?? leg.order * Math.min(STAGGER_MS, STAGGER_ALL_MS / leg.event.cards.length);
    const key = `${leg.event.target}|${leg.card}`;
    const moves = distance > 4 || turns;
    landed.set(key, [...(landed.get(key) ?? []), { spot: to, at: moves ? delay + duration : delay }]);
    if (!moves) continue;
    flights.push({ ...leg, from, to, delay, duration, turns });
    if (target?.matches('[data-card]')) {
      arrivals.push(target);
      if (!scene.calm) hide(target, delay + duration);
    }
  }
  if (scene.calm) {
    for (const target of arrivals) target.animate({ opacity: [0, 1] }, { duration: FADE_MS });
    return;
  }
  await Promise.all(flights.map((flight) => fly(flight, scene)));
}

/** Let every card that is in the air land at once. */
export function landNow(overlay: HTMLElement): void {
  for (const animation of overlay.getAnimations({ subtree: true })) animation.finish();
}

/** A card is not yet seen where it is still flying to. */
function hide(target: Element, duration: number): void {
  target.animate({ opacity: [0, 0] }, { duration });
}

async function fly(flight: Flight, { overlay, screen, view }: Scene): Promise<void> {
  const flyer = document.createElement('div');
  flyer.className = 'flyer';
  overlay.append(flyer);
  const place = flight.event.source;
  const drawn = [mount(screen.Card, { target: face(flyer), props: { card: flight.card, view, place } })];
  if (flight.turns) drawn.push(mount(screen.Card, { target: face(flyer, true), props: { card: null, view, place } }));

  const { width, height } = flyer.getBoundingClientRect();
  const at = ({ x, y, width: wide }: Spot, spin: string) => {
    const scale = (wide ?? flight.to.width ?? flight.from.width ?? width) / (width || 1);
    return `translate(${x - width / 2}px, ${y - height / 2}px) scale(${scale}) ${spin}`;
  };
  const spin = TUMBLES.has(flight.event.verb) ? 'rotate(200deg)' : flight.turns ? 'rotateY(0deg)' : '';
  const rest = TUMBLES.has(flight.event.verb) ? 'rotate(0deg)' : flight.turns ? 'rotateY(180deg)' : '';
  const motion = flyer.animate(
    { transform: [at(flight.from, rest), at(flight.to, spin)] },
    { duration: flight.duration, delay: flight.delay, easing: EASE, fill: 'both' },
  );
  try {
    await motion.finished;
  } finally {
    for (const component of drawn) void unmount(component);
    flyer.remove();
  }
}

function face(flyer: HTMLElement, back = false): HTMLElement {
  const side = document.createElement('div');
  side.className = back ? 'side back' : 'side';
  flyer.append(side);
  return side;
}
