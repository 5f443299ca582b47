/** What this screen says: cards, colours and books in words. */
import texts from '@games/air_sorciere/texts.json';
import type { Lang } from '../../table/board';
import { catalogue, type KeyOf } from '../../texts/catalogue';
import { capital, listed } from '../../texts/words';
import { colourOf, valueOf } from './state/cards';
import type { After, Colour, GameBoard, ReadyMade } from './types';

export const say = catalogue(texts);

export function cardName(lang: Lang, card: string): string {
  return say(lang, `card.${card}` as KeyOf<typeof texts>);
}

export function colourName(lang: Lang, colour: Colour): string {
  return say(lang, `colour.${colour}`);
}

/** A colour as one says it of a column: *verte*. */
export function columnName(lang: Lang, colour: Colour): string {
  return say(lang, `column.${colour}`);
}

/** *2 grimoires verts*, *a green book*. */
export function bookNames(lang: Lang, colour: Colour, n: number): string {
  if (n === 0) return say(lang, 'board.no_book', { colour: colourName(lang, colour) });
  return n === 1 ? say(lang, `place.book_${colour}`) : say(lang, `place.books_${colour}`, { n2: n });
}

/** *A green book: trade the green 3, the green 5 and the black 7 (from 2 to 3 points)*. */
export function offerLabel(board: GameBoard, { colour, cards, books, after }: ReadyMade): string {
  const { lang } = board;
  const names = cards.map((card) => cardName(lang, card));
  const label = say(lang, 'board.ready_label', { books: bookNames(lang, colour, books), cards: listed(lang, names) });
  return `${capital(label)} (${sayAfter(board, after)})`;
}

/** *from 2 to 3 points*, and that the game ends if it does. */
export function sayAfter(board: GameBoard, { score, ends }: After): string {
  const before = board.aids.scores[board.seat] ?? 0;
  const change = say(board.lang, 'board.after', { before, count: score });
  return ends ? `${change}; ${say(board.lang, 'board.ends')}` : change;
}

/** What comes of a move, where that is known and wanted. */
export function afterMove(board: GameBoard, move: string): After | undefined {
  return board.settings.aids && board.can(move) ? board.aids.after[move] : undefined;
}

/** *green, black or white*. */
export function either(lang: Lang, words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : words.slice(0, -1).join(', ') + say(lang, 'board.or') + last;
}

/** *Then only the 15 can still join your white column*; nothing where many can. */
export function closingNote(board: GameBoard, move: string, card: string): string {
  const left = board.settings.aids && board.can(move) ? board.aids.closing[move] : undefined;
  if (!left) return '';
  const [low = '', high = ''] = left.map(valueOf);
  const key = (['board.closing_none', 'board.closing_one', 'board.closing_two'] as const)[left.length];
  return key ? say(board.lang, key, { colour: columnName(board.lang, colourOf(card)), low, high }) : '';
}
