/** The games' screens, each fetched when it is first needed: a folder each, and one line each here. */
import type { GameScreen } from '../table/board';

export const SCREENS: Record<string, () => Promise<{ default: GameScreen }>> = {
  symphonimo: () => import('./symphonimo'),
  air_sorciere: () => import('./air_sorciere'),
  symbiose: () => import('./symbiose'),
  rythm_n_play: () => import('./rythm_n_play'),
};
