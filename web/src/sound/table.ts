/** What is heard at a table: the game's own sound of an event, else a card on wood. */
import type { Position } from '../api/types';
import { settings } from '../shell/settings.svelte';
import type { GameScreen, Sound, TableEvent } from '../table/board';
import type { Mood } from '../table/result/mood';
import { play } from './player';

const CARD: Sound = { notes: [62], kind: 'wood' };
const YOUR_TURN: Sound = { notes: [67, 72], kind: 'soft' };
/** A fanfare for who has won, a quiet end for the others. */
const CHEERS: Sound = { notes: [60, 64, 67, 72] };
const QUIET: Sound = { notes: [67, 64, 60], kind: 'soft' };

export function soundEvents(events: readonly TableEvent[], position: Position | null, screen: GameScreen | null): void {
  if (!settings.choices.sounds) return;
  const own = events.flatMap((event) => (position && screen?.sound?.(event, position.view, position.aids)) ?? []);
  const sounds = own.length ? own : events.some((event) => event.cards.length) ? [CARD] : [];
  // What happens in one move is heard together, or it would lag behind what is seen.
  sounds.slice(0, 3).forEach((sound) => play(sound));
}

export function soundYourTurn(): void {
  if (settings.choices.sounds) play(YOUR_TURN);
}

export function soundEnd(mood: Mood): void {
  if (settings.choices.sounds) play(mood === 'lost' || mood === 'watched' ? QUIET : CHEERS);
}
