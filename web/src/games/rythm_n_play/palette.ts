/** The colours of the printed cards; they are paper and ink, the same in both themes. */
import type { Accidental, Note } from './types';

/** PLAY is warm: the lower the note, the deeper the coral. Name and height say the same. */
export const NOTE_FIELD: Record<Note, string> = {
  do: '#e8705f',
  re: '#ee8668',
  mi: '#f29b74',
  fa: '#f5b082',
  sol: '#f7c493',
  la: '#f9d7a8',
  si: '#fbe8c3',
};

export const ACCIDENTAL_FIELD: Record<Accidental, string> = { sharp: '#6b2437', flat: '#45304f' };

/** RYTHM is cyan. */
export const RYTHM_FIELD = '#bfe5e8';

export const CREAM = '#fbf1dc';

/** A cassette for each deck: its shell, its darker edge and its stripes. */
export const CASSETTE = {
  play: { shell: '#d9513f', dark: '#8f2a20', stripes: ['#f29b74', '#f7c493', '#fbe8c3'] },
  rythm: { shell: '#1790a0', dark: '#0b5a66', stripes: ['#5cc0cb', '#93d6dd', '#cdeef0'] },
} as const;
