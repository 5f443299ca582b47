/**
 * The games that are drawn: every folder here with an `index.ts`. Each is fetched when it is first needed; a game
 * without a folder gets the plain board.
 */
import type { Component } from 'svelte';
import type { GameScreen, Lang } from '../table/board';

/** A value of an option, drawn beside its words. */
export type OptionPicture = Component<{ option: string; value: unknown; lang: Lang }>;

const SCREENS = import.meta.glob<{ default: GameScreen }>('./*/index.ts');
const EMBLEMS = import.meta.glob<{ default: Component }>('./*/Emblem.svelte');
const OPTION_PICTURES = import.meta.glob<{ default: OptionPicture }>('./*/OptionPicture.svelte');
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

/** How a game draws the values of its options, if it does. */
export async function optionPictureOf(game: string): Promise<OptionPicture | null> {
  return (await OPTION_PICTURES[`./${game}/OptionPicture.svelte`]?.())?.default ?? null;
}
