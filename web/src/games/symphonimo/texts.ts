/** What the board itself says; names of cards and faces come from the catalogue (see words.ts). */
import type { Lang } from '../../table/board';

const en = {
  others: 'The other orchestras',
  othersShort: 'The others',
  unfold: 'Show what the others have',
  fold: 'Hide what the others have',
  everyone: 'The orchestras',
  pointsShort: 'pts',
  unseen: 'Unseen',
  unseenLong: 'Cards of this family that nobody has seen yet',
  legend: { soloist: 'soloist 1', quartet: 'quartet 5', silent: 'otherwise 0' },
  badge: { soloist: 'soloist', quartet: 'quartet', silent: 'worth nothing', absent: 'none' },
  cards: (n: number) => (n === 1 ? '1 card' : `${n} cards`),
  score: (n: number) => (n === 1 ? '1 point' : `${n} points`),
  playing: 'playing',
  out: 'out of this round',
  outWith: (n: number) => `out of this round with conductor ${n}`,
  stopped: 'has stopped',
  left: 'on your left',

  supply: 'Pile and card in hand',
  pile: 'Pile',
  draw: 'Draw',
  drawLong: (n: number) => `Draw a card; ${n === 1 ? '1 card left' : `${n} cards left`} in the pile`,
  pileLeft: (n: number) => (n === 0 ? 'The pile is empty' : n === 1 ? '1 card left in the pile' : `${n} cards left in the pile`),
  stop: 'Stop',
  stopLong: 'Stop without taking a conductor',
  holds: (name: string) => `${name} is placing`,
  toPlace: 'To be placed',
  unused: (n: number) => `${n} set aside`,
  unusedLong: (n: number) => `${n} cards left the game unseen (Fausse Note)`,
  discarded: 'Discarded',

  conductors: 'The conductors',
  column: (n: number, power: string, content: string) => `Conductor ${n}${power}: ${content}.`,
  power: (name: string, meaning: string) => `, “${name}” (${meaning})`,
  room: (used: number, all: number) => `${used} of ${all}`,
  empty: 'empty',
  full: 'Full',
  take: 'Take',
  takeLong: (n: number, cards: string) => (cards ? `Take conductor ${n} with ${cards}` : `Take conductor ${n}`),
  place: 'Place',
  placeLong: (card: string, n: number) => `Place ${card} under conductor ${n}`,
  takenBy: (name: string) => `with ${name}`,
  takenByYou: 'with you',
  takeNow: 'Take now',
  leave: 'Leave',
  pass: (card: string, name: string) => `Give ${card} to ${name}`,
  discard: (card: string) => `Discard ${card}`,
  drop: (card: string) => `Discard your ${card}`,
  keep: 'Keep everything',
  takeBack: 'Take back',
  takeBackLong: 'Take the conductor back: nothing is played yet',
  choosePass: (name: string) => `A card for ${name}`,
  chooseDiscard: 'A card to discard',
  powers: 'The powers in play',

  pointsWord: (n: number) => (n === 1 ? 'point' : 'points'),
  orchestra: 'Your orchestra',
  orchestraOf: (name: string) => `${name}'s orchestra`,
  tally: (quartets: number, soloists: number) =>
    `${quartets === 1 ? '1 quartet' : `${quartets} quartets`}, ${soloists === 1 ? '1 soloist' : `${soloists} soloists`}. ` +
    'A soloist is worth 1, a quartet 5, the rest nothing.',
  next: (change: number): string =>
    change === 5
      ? 'One more makes a quartet: 5 points more.'
      : change === 1
        ? 'A first one makes a soloist: 1 point more.'
        : change === 0
          ? 'One more changes nothing.'
          : change === -1
            ? 'One more loses the soloist: 1 point less.'
            : 'One more breaks the quartet: 5 points less.',
  holding: (title: string, cards: string, points: string) => `${title}: ${cards}, ${points}.`,
  noneOf: (title: string) => `${title}: none.`,
  more: (n: number) => `+${n}`,

  rank: (n: number) => `Rank ${n}`,
  tieBroken: (winner: string, other: string, most: number, fewer: number) =>
    `${winner} and ${other} have the same points; quartets decide, ${most} against ${fewer}.`,
  tieShared: 'The same points and as many quartets: the win is shared.',
  nobody: 'Nobody in this orchestra.',
  leftover: 'Left on the table, for nobody:',
};

export type Texts = typeof en;

const fr: Texts = {
  others: 'Les autres orchestres',
  othersShort: 'Les autres',
  unfold: 'Montrer ce que les autres ont',
  fold: 'Masquer ce que les autres ont',
  everyone: 'Les orchestres',
  pointsShort: 'pts',
  unseen: 'Cachées',
  unseenLong: "Cartes de cette famille que personne n'a encore vues",
  legend: { soloist: 'soliste 1', quartet: 'quatuor 5', silent: 'sinon 0' },
  badge: { soloist: 'soliste', quartet: 'quatuor', silent: 'sans valeur', absent: 'aucune' },
  cards: (n) => (n === 1 ? '1 carte' : `${n} cartes`),
  score: (n) => (n < 2 ? `${n} point` : `${n} points`),
  playing: 'joue',
  out: 'sorti de la manche',
  outWith: (n) => `sorti de la manche avec le chef ${n}`,
  stopped: "s'est arrêté",
  left: 'à votre gauche',

  supply: 'La pioche et la carte en main',
  pile: 'Pioche',
  draw: 'Piocher',
  drawLong: (n) => `Piocher une carte ; il en reste ${n}`,
  pileLeft: (n) => (n === 0 ? 'La pioche est vide' : n === 1 ? 'Il reste 1 carte dans la pioche' : `Il reste ${n} cartes dans la pioche`),
  stop: "S'arrêter",
  stopLong: "S'arrêter sans emporter de chef",
  holds: (name) => `${name} va placer`,
  toPlace: 'À placer',
  unused: (n) => `${n} écartées`,
  unusedLong: (n) => `${n} cartes ont quitté le jeu sans être vues (Fausse Note)`,
  discarded: 'Défausse',

  conductors: "Les chefs d'orchestre",
  column: (n, power, content) => `Chef ${n}${power} : ${content}.`,
  power: (name, meaning) => `, « ${name} » (${meaning})`,
  room: (used, all) => `${used} sur ${all}`,
  empty: 'vide',
  full: 'Complet',
  take: 'Emporter',
  takeLong: (n, cards) => (cards ? `Emporter le chef ${n} avec ${cards}` : `Emporter le chef ${n}`),
  place: 'Placer',
  placeLong: (card, n) => `Placer ${card} sous le chef ${n}`,
  takenBy: (name) => `chez ${name}`,
  takenByYou: 'chez vous',
  takeNow: "L'emporter",
  leave: 'Laisser',
  pass: (card, name) => `Donner ${card} à ${name}`,
  discard: (card) => `Défausser ${card}`,
  drop: (card) => `Défausser votre ${card}`,
  keep: 'Tout garder',
  takeBack: 'Reprendre',
  takeBackLong: "Reprendre le chef : rien n'est encore joué",
  choosePass: (name) => `Une carte pour ${name}`,
  chooseDiscard: 'Une carte à défausser',
  powers: 'Les pouvoirs en jeu',

  pointsWord: (n) => (n < 2 ? 'point' : 'points'),
  orchestra: 'Votre orchestre',
  orchestraOf: (name) => `L'orchestre de ${name}`,
  tally: (quartets, soloists) =>
    `${quartets < 2 ? `${quartets} quatuor` : `${quartets} quatuors`}, ${soloists < 2 ? `${soloists} soliste` : `${soloists} solistes`}. ` +
    'Un soliste vaut 1, un quatuor 5, le reste rien.',
  next: (change) =>
    change === 5
      ? 'Une de plus fait un quatuor : 5 points de plus.'
      : change === 1
        ? 'Une première fait un soliste : 1 point de plus.'
        : change === 0
          ? 'Une de plus ne change rien.'
          : change === -1
            ? 'Une de plus fait perdre le soliste : 1 point de moins.'
            : 'Une de plus brise le quatuor : 5 points de moins.',
  holding: (title, cards, points) => `${title} : ${cards}, ${points}.`,
  noneOf: (title) => `${title} : aucune carte.`,
  more: (n) => `+${n}`,

  rank: (n) => `Rang ${n}`,
  tieBroken: (winner, other, most, fewer) =>
    `${winner} et ${other} sont à égalité de points ; les quatuors départagent, ${most} contre ${fewer}.`,
  tieShared: 'Mêmes points et autant de quatuors : la victoire est partagée.',
  nobody: 'Personne dans cet orchestre.',
  leftover: 'Restées sur la table, pour personne :',
};

export const TEXTS: Record<Lang, Texts> = { en, fr };
