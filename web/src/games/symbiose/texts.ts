/** What only the screen says; the names of cards, signs and places come from the game's own catalogue. */
import catalogue from '@games/symbiose/texts.json';
import type { Lang } from '../../table/board';
import { fill, type Values } from '../../texts/fill';

const TEXTS = {
  yourPond: { en: 'Your pond', fr: 'Votre mare' },
  pondOf: { en: "{owner}'s pond", fr: 'Mare de {owner}' },
  points: { en: '{n} points', fr: '{n} points' },
  point: { en: '{n} point', fr: '{n} point' },
  shortPoints: { en: '{n} pts', fr: '{n} pts' },
  team: { en: 'Team {n}', fr: 'Équipe {n}' },
  teamPoints: { en: 'team: {n}', fr: 'équipe : {n}' },
  partner: { en: 'partner', fr: 'partenaire' },
  turn: { en: 'to play', fr: 'joue' },
  ready: { en: 'has chosen', fr: 'a choisi' },
  choosing: { en: 'is choosing', fr: 'choisit' },
  yourChoiceMade: { en: 'chosen', fr: 'choix fait' },
  yourChoice: { en: 'your choice', fr: 'votre choix' },
  chosenWait: {
    en: 'Your choice is made. All the cards are turned up together once everyone has chosen.',
    fr: 'Votre choix est fait. Toutes les cartes seront retournées ensemble quand chacun aura choisi.',
  },
  enlarge: { en: 'enlarge', fr: 'agrandir' },
  faceUp: { en: '{n} of 8 face up', fr: '{n} sur 8 visibles' },
  cancel: { en: 'Put the card back', fr: 'Reposer la carte' },

  riverSlot: { en: 'River {n}: {card}', fr: 'Rivière {n} : {card}' },
  pondSlot: { en: 'Slot {n}: {card}', fr: 'Case {n} : {card}' },
  pays: { en: '{points}, counts {zone}', fr: '{points}, compte {zone}' },

  zoneRiver: { en: 'the river', fr: 'la rivière' },
  zoneWhole: { en: 'the whole pond', fr: 'toute la mare' },
  zoneLeft: { en: 'the left half of the pond', fr: 'la moitié gauche de la mare' },
  zoneRight: { en: 'the right half of the pond', fr: 'la moitié droite de la mare' },
  zoneOther: { en: "{owner}'s pond", fr: 'la mare de {owner}' },
  zoneYours: { en: 'your pond', fr: 'votre mare' },

  hintLook: {
    en: 'Point at a card to see what it counts.',
    fr: "Désignez une carte pour voir ce qu'elle compte.",
  },
  hintSlot: { en: 'Into which slot of your pond?', fr: 'Dans quelle case de votre mare ?' },
  hintRiver: { en: 'In exchange for which card of the river?', fr: 'Contre quelle carte de la rivière ?' },
  looksAnywhere: { en: 'wherever the card lies', fr: 'où que soit la carte' },
  looksPer: { en: '{points} per {sign}, counting {zone}', fr: '{points} par {sign}, en comptant {zone}' },
  looksSlot: { en: 'a card here counts {zone}', fr: 'une carte y compte {zone}' },
  slot: { en: 'Slot {n}', fr: 'Case {n}' },
  riverPlace: { en: 'River {n}', fr: 'Rivière {n}' },

  turnsLeft: { en: '{n} turns left', fr: 'Encore {n} tours' },
  turnLeft: { en: 'Last turn', fr: 'Dernier tour' },
  noTurnLeft: { en: 'No turn left', fr: 'Plus aucun tour' },
  unseen: { en: 'Not seen yet', fr: 'Pas encore vues' },
  unseenCards: { en: '{n} cards nobody has seen yet', fr: "{n} cartes que personne n'a encore vues" },
  unusedOf: { en: '{n} of them are not in this game.', fr: 'Dont {n} hors de cette partie.' },
  unused: { en: '{n} unused', fr: '{n} hors jeu' },
  showUnseen: { en: 'show the cards', fr: 'voir les cartes' },
  of: { en: '{sign}: {n}', fr: '{sign} : {n}' },

  cardByCard: { en: 'Card by card', fr: 'Carte par carte' },
  resultHint: {
    en: 'Point at a card to see the cards that it counted.',
    fr: "Désignez une carte pour voir celles qu'elle a comptées.",
  },
  rank: { en: 'Place', fr: 'Place' },
  wins: { en: 'wins', fr: 'gagne' },
  fixed: { en: 'fixed', fr: 'fixe' },
  teamSum: { en: 'Team {n}: {sum} = {total}', fr: 'Équipe {n} : {sum} = {total}' },
  tie: {
    en: 'The highest scores are level: the win is shared.',
    fr: 'Égalité en tête : la victoire est partagée.',
  },
  riverEnd: { en: 'The river at the end', fr: 'La rivière à la fin' },
} as const;

export type TextKey = keyof typeof TEXTS;

export function say(lang: Lang, key: TextKey, values: Values = {}): string {
  return fill(TEXTS[key][lang], values);
}

export type NameKey = keyof (typeof catalogue)['en'];

/** A text of the game's own catalogue. */
export function named(lang: Lang, key: NameKey, values: Values = {}): string {
  return fill(catalogue[lang][key], values);
}

/** "1 point", "2 points"; French counts nought as one. */
export function sayPoints(lang: Lang, n: number): string {
  return say(lang, n === 1 || (n === 0 && lang === 'fr') ? 'point' : 'points', { n });
}
