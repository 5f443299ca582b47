/**
 * The games that are drawn: every folder here with an `index.ts`. Each is fetched when it is first needed; a game
 * without a folder gets the plain board.
 */
import type { Component } from 'svelte';
import type { GameScreen } from '../table/board';

const SCREENS = import.meta.glob<{ default: GameScreen }>('./*/index.ts');
const EMBLEMS = import.meta.glob<{ default: Component }>('./*/Emblem.svelte');
// The colours are small, and wanted by every page that names a game.
import.meta.glob('./*/palette.css', { eager: true });

export async function screenOf(game: string): Promise<GameScreen | null> {
  return (await SCREENS[`./${game}/index.ts`]?.())?.default ?? null;
}

/** The picture of a game alone: the home page needs no boards. */
export async function emblemOf(game: string): Promise<Component> {
  const fetch = EMBLEMS[`./${game}/Emblem.svelte`] ?? (() => import('../shell/PlainEmblem.svelte'));
  return (await fetch()).default;
}
