/** The music behind the cards: their kinds, the order of the notes, their pitches. */
import type { Accidental, Kind, Note, PlayCard, RythmCard } from '../types';

export const NOTES: readonly Note[] = ['do', 're', 'mi', 'fa', 'sol', 'la', 'si'];
export const ACCIDENTALS: readonly Accidental[] = ['sharp', 'flat'];
export const PLAY: readonly PlayCard[] = [...NOTES, ...ACCIDENTALS];
export const RYTHM: readonly RythmCard[] = ['whole', 'half', 'quarter', 'eighth'];

/** MIDI numbers, from middle do. */
const PITCH: Record<Note, number> = { do: 60, re: 62, mi: 64, fa: 65, sol: 67, la: 69, si: 71 };

export const isNote = (card: string | null | undefined): card is Note => NOTES.includes(card as Note);
export const isAccidental = (card: string | null | undefined): card is Accidental =>
  card === 'sharp' || card === 'flat';
export const isRythm = (card: Kind | string | null | undefined): card is RythmCard =>
  RYTHM.includes(card as RythmCard);

/** A staff as it is sung: an accidental moves the note before it by a semitone. */
export function melody(staff: readonly string[]): number[] {
  const pitches: number[] = [];
  for (const card of staff) {
    if (isNote(card)) pitches.push(PITCH[card]);
    else if (isAccidental(card) && pitches.length > 0) pitches[pitches.length - 1]! += card === 'sharp' ? 1 : -1;
  }
  return pitches;
}

/** Cards with a name for each copy, so that a list of them keeps its elements while cards come and go. */
export function copies<K extends string>(cards: readonly K[]): { card: K; id: string }[] {
  const seen = new Map<K, number>();
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    return { card, id: `${card} ${nth}` };
  });
}

/** Whether some cards are among others, copies counted. */
export function includes<K>(all: readonly K[], some: readonly K[]): boolean {
  const left = [...all];
  return some.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}
