/** What each colour looks like: beside it a hat, a buckle and a name say the same. */
import type { Colour } from './types';

interface Dress {
  /** Numerals and letters on paper. */
  tint: string;
  /** The sky of the card. */
  field: string;
  moon: string;
  /** Cloth of hat and dress, its shadow, and the band of the hat. */
  cloth: string;
  shade: string;
  band: string;
  buckle: string;
  hair: string;
  skin: string;
}

export const DRESS: Record<Colour, Dress> = {
  K: {
    tint: '#1f1d27',
    field: '#34323f',
    moon: '#f3ecd2',
    cloth: '#4b485c',
    shade: '#2a2833',
    band: '#8d89a6',
    buckle: '#fcd53f',
    hair: '#d9d9e4',
    skin: '#f5cfa8',
  },
  G: {
    tint: '#1d6638',
    field: '#3c8f5c',
    moon: '#f4f6cf',
    cloth: '#2f9a58',
    shade: '#1a5f38',
    band: '#174a2c',
    buckle: '#fcd53f',
    hair: '#c4552b',
    skin: '#fbdcbc',
  },
  W: {
    tint: '#4a5878',
    field: '#c9d4ea',
    moon: '#fffef6',
    cloth: '#f7f9ff',
    shade: '#a9b6d3',
    band: '#5a6a8e',
    buckle: '#fcd53f',
    hair: '#40323c',
    skin: '#9a6442',
  },
  V: {
    tint: '#6b2fa0',
    field: '#8350b6',
    moon: '#f6ecff',
    cloth: '#9b5fd3',
    shade: '#5d2a8c',
    band: '#3f1a64',
    buckle: '#fcd53f',
    hair: '#f2c14e',
    skin: '#e6b48a',
  },
  O: {
    tint: '#a64200',
    field: '#f09a3e',
    moon: '#fff1cf',
    cloth: '#f58f2f',
    shade: '#b85410',
    band: '#6d2f08',
    buckle: '#fff1a8',
    hair: '#4a2c1d',
    skin: '#bf8055',
  },
};
