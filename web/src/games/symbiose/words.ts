/** Cards, places and zones in words: what labels and the caption say. */
import catalogue from '@games/symbiose/texts.json';
import type { Lang } from '../../table/board';
import { fill, type Values } from '../../texts/fill';
import { cardAt, locate, slotAids } from './state/places';
import { say } from './texts';
import type { Face, GameBoard, Place } from './types';

type NameKey = keyof (typeof catalogue)['en'];

/** A text of the game's own catalogue. */
export function named(lang: Lang, key: NameKey, values: Values = {}): string {
  return fill(catalogue[lang][key], values);
}

/** "1 point", "2 points"; French counts nought as one. */
export function sayPoints(lang: Lang, n: number): string {
  return say(lang, n === 1 || (n === 0 && lang === 'fr') ? 'point' : 'points', { n });
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** "summer frog", "grenouille d'été". */
export function animalWords(face: Face, lang: Lang): string {
  const animal = named(lang, `sign.${face.animal}`);
  const season = named(lang, `named.${face.season}`);
  return lang === 'fr' ? `${animal} ${season}` : `${season} ${animal}`;
}

export const animalTitle = (face: Face, lang: Lang) => capital(animalWords(face, lang));

/** "3 per fish", "5 points". */
export function valueWords(face: Face, lang: Lang): string {
  return face.per
    ? named(lang, 'named.per', { points: face.points, sign: named(lang, `sign.${face.per}`) })
    : sayPoints(lang, face.points);
}

export function cardWords(face: Face | undefined, lang: Lang): string {
  return face ? `${animalWords(face, lang)}, ${valueWords(face, lang)}` : named(lang, 'label.back');
}

/** A zone, said by whoever looks at a card of this seat's pond. */
export function zoneWords(board: GameBoard, seat: number, zone: readonly Place[]): string {
  const { lang, names } = board;
  const at = locate(zone[0] ?? 'river:1');
  if (at.seat < 0) return say(lang, 'zoneRiver');
  if (at.seat !== seat) {
    return at.seat === board.seat ? say(lang, 'zoneYours') : say(lang, 'zoneOther', { owner: names[at.seat] ?? '' });
  }
  if (zone.length === board.view.ponds[seat]?.length) return say(lang, 'zoneWhole');
  return say(lang, at.index === 0 ? 'zoneLeft' : 'zoneRight');
}

/** Everything that is to be seen at a place, in one sentence for its button. */
export function placeLabel(board: GameBoard, place: Place): string {
  const { lang, view } = board;
  const { seat, index } = locate(place);
  const card = cardAt(view, place);
  const face = card === null ? undefined : view.faces[card];
  if (seat < 0) return say(lang, 'riverSlot', { n: index + 1, card: cardWords(face, lang) });
  const label = say(lang, 'pondSlot', { n: index + 1, card: cardWords(face, lang) });
  if (seat === board.seat && view.chosen === index) return `${label}, ${say(lang, 'yourChoice')}`;
  const slot = slotAids(board.aids, place);
  if (!face?.per || slot?.points == null) return label;
  const pays = { points: sayPoints(lang, slot.points), zone: zoneWords(board, seat, slot.zone) };
  return `${label} ; ${say(lang, 'pays', pays)}`.replace(' ; ', lang === 'fr' ? '\u00a0; ' : '; ');
}

export function pondTitle(board: GameBoard, seat: number): string {
  return seat === board.seat
    ? say(board.lang, 'yourPond')
    : say(board.lang, 'pondOf', { owner: board.names[seat] ?? '' });
}
