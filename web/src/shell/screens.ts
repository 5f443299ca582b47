/** The drawings of a game that pages beyond its table need. */
import type { Component } from 'svelte';
import type { GameName } from '../api/types';
import { SCREENS } from '../games';

const EMBLEMS = import.meta.glob<{ default: Component }>('../games/*/Emblem.svelte');

/** The picture of a game alone: the home page needs no boards. */
export async function emblemOf(game: GameName): Promise<Component | null> {
  const alone = EMBLEMS[`../games/${game}/Emblem.svelte`];
  if (alone) return (await alone()).default;
  return (await SCREENS[game]?.())?.default.Emblem ?? null;
}
