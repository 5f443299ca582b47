/** The words of this screen; names of cards, colours and places come from the game's own catalogue. */
import catalogue from '@games/air_sorciere/texts.json';
import type { Lang } from '../../table/board';
import { fill, type Values } from '../../texts/fill';
import type { Colour } from './colours';

const TEXTS = {
  points_one: { en: '{n} pt', fr: '{n} pt' },
  points_other: { en: '{n} pts', fr: '{n} pts' },
  in_hand: { en: 'In hand: {n}', fr: 'En main : {n}' },
  hidden_one: { en: '{n} hidden card', fr: '{n} carte cachée' },
  hidden_other: { en: '{n} hidden cards', fr: '{n} cartes cachées' },
  pile_one: { en: '{n} card left in the pile', fr: 'Encore {n} carte dans la pioche' },
  pile_other: { en: '{n} cards left in the pile', fr: 'Encore {n} cartes dans la pioche' },
  discard_one: { en: 'Discard: {n} card, look at it', fr: 'Défausse : {n} carte, la regarder' },
  discard_other: { en: 'Discard: {n} cards, look through them', fr: 'Défausse : {n} cartes, les regarder' },
  shelf_one: { en: '{colour}: {n} book left', fr: '{colour} : encore {n} grimoire' },
  shelf_other: { en: '{colour}: {n} books left', fr: '{colour} : encore {n} grimoires' },
  your_sky: { en: 'Your sky', fr: 'Votre ciel' },
  sky_of: { en: "{name}'s sky", fr: 'Le ciel de {name}' },
  your_hand: { en: 'Your hand', fr: 'Votre main' },
  hand_of: { en: "{name}'s hand", fr: 'La main de {name}' },
  hand_empty: {
    en: 'No card in hand yet: land a column to fill it.',
    fr: 'Main vide : faites atterrir une colonne pour la remplir.',
  },
  hand_none: { en: 'No card in hand', fr: 'Main vide' },
  cat_takes: { en: 'A Black Cat would take {n}', fr: 'Un Chat noir en prendrait {n}' },
  others: { en: 'The other players', fr: 'Les autres joueurs' },
  enlarge: { en: "Look closer at {name}'s table", fr: 'Voir de près le jeu de {name}' },
  flies: { en: 'in flight', fr: 'en vol' },
  column: { en: '{colour} column: {values}', fr: 'Colonne {colour} : {values}' },
  column_empty: { en: '{colour} column: empty', fr: 'Colonne {colour} : vide' },
  land: { en: 'Land', fr: 'Atterrir' },
  no_book: { en: 'no {colour} book', fr: 'aucun grimoire {colour}' },
  sky_empty: { en: 'Nothing in the common sky.', fr: 'Rien dans le ciel commun.' },
  this_turn: { en: 'stays', fr: 'y reste' },
  this_turn_full: {
    en: '{card}, put there this turn: it stays there',
    fr: '{card}, mis là pendant ce tour : il y reste',
  },
  pile_empty: { en: 'The pile is empty', fr: 'La pioche est vide' },
  discard_empty: { en: 'Discard: empty', fr: 'Défausse vide' },
  shelf: { en: 'Books left', fr: 'Grimoires restants' },
  sold_out: { en: 'sold out', fr: 'épuisé' },
  shelf_none: { en: '{colour}: sold out', fr: '{colour} : épuisé' },
  shelf_end: {
    en: 'The game ends when books of only {n} colours are left.',
    fr: "La partie s'arrête quand il ne reste des grimoires que de {n} couleurs.",
  },
  idle: { en: '{n} turns without a diploma (the game ends at {limit})', fr: '{n} tours sans diplôme (fin à {limit})' },
  actions: { en: 'What you can do', fr: 'À vous de jouer' },
  situation: { en: 'What is going on', fr: 'Ce qui se passe' },
  held_by: { en: '{name} has drawn {card}.', fr: '{name} a pioché {card}.' },
  held: { en: 'Drawn: {card}', fr: 'Carte piochée : {card}' },
  or_land: { en: 'or click a column to land it', fr: 'ou cliquez sur une colonne pour la faire atterrir' },
  draw: { en: 'Draw', fr: 'Piocher' },
  draw_again: { en: 'Draw again', fr: 'Piocher encore' },
  cat: { en: 'Black Cat!', fr: 'Chat noir !' },
  cat_choose: {
    en: 'Choose in your hand: {n} more to discard.',
    fr: 'Choisissez dans votre main : encore {n} à défausser.',
  },
  cat_waits: { en: '{name} discards down to five cards.', fr: '{name} défausse pour ne garder que cinq cartes.' },
  fall: { en: 'A fall!', fr: 'Chute !' },
  fall_column: { en: 'The {colour} column is lost.', fr: 'La colonne {colour} est perdue.' },
  fall_column_none: { en: 'No column is lost.', fr: 'Aucune colonne perdue.' },
  waiting: { en: '{name} is playing.', fr: '{name} joue.' },
  landed: {
    en: 'Your witches have landed: time for diplomas.',
    fr: 'Vos sorcières ont atterri : place aux diplômes.',
  },
  graduating: { en: '{name} is choosing a diploma.', fr: '{name} choisit un diplôme.' },
  risk_fall: { en: 'chance of a fall', fr: 'de risque de chute' },
  risk_misfit: { en: 'would be too low', fr: 'serait trop basse' },
  risk_cat: { en: 'Black Cat', fr: 'Chat noir' },
  risk_next: { en: 'Next card', fr: 'Prochaine carte' },
  risk_show: { en: 'Show the risk', fr: 'Voir le risque' },
  risk_hide: { en: 'Hide', fr: 'Masquer' },
  risk_column: { en: 'Too low in the pile, in {colour}: {n}', fr: 'Trop basses dans la pioche, en {colour} : {n}' },
  unseen: { en: 'What the pile still holds', fr: 'Ce que contient encore la pioche' },
  unseen_short: { en: 'Cards to come', fr: 'Cartes à venir' },
  unseen_note: {
    en: "Struck out: too low for {name}'s sky.",
    fr: 'Barrées : trop basses pour le ciel de {name}.',
  },
  unseen_note_you: { en: 'Struck out: too low for your sky.', fr: 'Barrées : trop basses pour votre ciel.' },
  percent: { en: '{n}%', fr: '{n} %' },
  diplomas: { en: 'Diplomas', fr: 'Diplômes' },
  ready_now: { en: 'Your hand allows', fr: 'Votre main permet' },
  ready_label: { en: '{books}: trade {cards}', fr: '{books} : échanger {cards}' },
  smaller: { en: 'Smaller ones too', fr: 'Les plus petits aussi' },
  fewer: { en: 'Only the largest', fr: 'Seulement les plus grands' },
  own: {
    en: 'Card by card: choose a colour here, or a first card in your hand.',
    fr: 'Carte par carte : choisissez ici une couleur, ou dans votre main une première carte.',
  },
  desk: { en: '{colour} diploma', fr: 'Diplôme {colour}' },
  desk_use: { en: 'Choose the next card in your hand.', fr: 'Choisissez la carte suivante dans votre main.' },
  joker: { en: 'joker', fr: 'joker' },
  take_back: { en: 'Cancel this diploma', fr: 'Annuler ce diplôme' },
  award: { en: 'Receive {books}', fr: 'Recevoir {books}' },
  close: { en: 'Close', fr: 'Fermer' },
  won: { en: 'Winner', fr: 'Victoire' },
  books: { en: 'Books', fr: 'Grimoires' },
  five_colours: { en: 'All five colours', fr: 'Les cinq couleurs' },
  total: { en: 'Total', fr: 'Total' },
  missing: { en: 'Missing: {colours}', fr: 'Il manque : {colours}' },
  ending_sold_out: {
    en: 'The last diploma left books of only {n} colours: the game was over at once.',
    fr: "Le dernier diplôme n'a laissé des grimoires que de {n} couleurs : la partie s'est arrêtée aussitôt.",
  },
  ending_stalled: {
    en: 'No diploma was awarded for {n} turns in a row.',
    fr: "Aucun diplôme n'a été décerné pendant {n} tours de suite.",
  },
  ending_no_cards: {
    en: 'Pile and discard were both empty at the end of a turn.',
    fr: "La pioche et la défausse étaient vides à la fin d'un tour.",
  },
  tie_broken: {
    en: 'The points are level: whoever has the most cards in hand wins ({n}).',
    fr: "Égalité de points : qui a le plus de cartes en main gagne ({n}).",
  },
  tie_shared: {
    en: 'Points and cards in hand are level: the win is shared.',
    fr: 'Égalité de points et de cartes en main : la victoire est partagée.',
  },
} as const satisfies Record<string, { en: string; fr: string }>;

export type TextKey = keyof typeof TEXTS;
type Counted = Extract<TextKey, `${string}_other`> extends `${infer Thing}_other` ? Thing : never;

export function say(lang: Lang, key: TextKey, values: Values = {}): string {
  return fill(TEXTS[key][lang], values);
}

/** The text for one or for several: in French nothing is one too. */
export function count(lang: Lang, thing: Counted, n: number, values: Values = {}): string {
  const form = new Intl.PluralRules(lang).select(n) === 'one' ? 'one' : 'other';
  return say(lang, `${thing}_${form}`, { ...values, n });
}

/** A sentence of the game's own catalogue. */
export function catalogued(lang: Lang, key: string, values: Values = {}): string {
  return fill((catalogue[lang] as Record<string, string>)[key] ?? key, values);
}

export function cardName(lang: Lang, card: string): string {
  return catalogued(lang, `card.${card}`);
}

export function colourName(lang: Lang, colour: Colour): string {
  return catalogued(lang, `colour.${colour}`);
}

/** A colour as one says it of a column: *verte*. */
export function columnName(lang: Lang, colour: Colour): string {
  return catalogued(lang, `column.${colour}`);
}

/** *2 grimoires verts*, *a green book*. */
export function bookNames(lang: Lang, colour: Colour, n: number): string {
  if (n === 0) return say(lang, 'no_book', { colour: colourName(lang, colour) });
  return n === 1 ? catalogued(lang, `place.book_${colour}`) : catalogued(lang, `place.books_${colour}`, { n2: n });
}

export function percent(lang: Lang, share: number): string {
  return say(lang, 'percent', { n: Math.round(100 * share) });
}

/** *a, b and c*. */
export function list(lang: Lang, parts: string[]): string {
  return new Intl.ListFormat(lang, { type: 'conjunction' }).format(parts);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
