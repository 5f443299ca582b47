/** The rules in our own words. Each paragraph names the article of the rulebook that it tells. */
import type { Lang } from '../../table/board';
import type { Face } from './types';

export type Figure = 'families' | 'take' | 'room' | 'score';

export interface Paragraph {
  text: string;
  article: string;
}

export interface Section {
  title: string;
  paragraphs: Paragraph[];
  figure?: { name: Figure; caption: string };
}

const rule = (text: string, article: string): Paragraph => ({ text, article });

const en: Section[] = [
  {
    title: 'The idea',
    paragraphs: [
      rule(
        'Everyone builds an orchestra of animals. The audience is hard to please: it applauds a family only if you have one musician of it, the soloist, or exactly four, the quartet. Two, three, five or more of a kind are worth nothing.',
        'SY-11',
      ),
    ],
  },
  {
    title: 'Before you start',
    paragraphs: [
      rule(
        'The number on a card is its family, and also how many cards that family has: three elephants, four bears, and so on up to thirteen bees. The fewer you are, the fewer families play: with two players 3 to 9 (42 cards), with three 3 to 10 (52), with four 3 to 11 (63), with five 3 to 12 (75), with six all of them (88).',
        'SY-1',
      ),
      rule('There are as many conductors as players. They stand in a row, with nobody under them yet.', 'SY-2'),
      rule('The cards are shuffled into a face-down pile. Everyone may know how many are left in it, nobody which.', 'SY-3'),
    ],
    figure: { name: 'families', caption: 'The eleven families, from the rarest to the most common, and the number of players from which each is in play.' },
  },
  {
    title: 'Your turn',
    paragraphs: [
      rule('You do one of two things: draw, or take.', 'SY-4'),
      rule(
        'Draw: turn the top card of the pile for all to see and place it under a conductor that is still free and has room. Then the next player plays.',
        'SY-4',
      ),
      rule(
        'Take: choose a free conductor with at least one musician under it. All its musicians join your orchestra, wanted or not.',
        'SY-4',
      ),
      rule(
        'A conductor leads four musicians at most. If no free conductor has room, you cannot draw and must take; if none has a musician, you cannot take and must draw.',
        'SY-5',
      ),
    ],
    figure: {
      name: 'room',
      caption:
        'Conductor 1 is full: it can be taken, but nothing more goes under it. Conductor 2 is empty: it can receive a card, but not be taken. Conductor 3 can do both.',
    },
  },
  {
    title: 'The round',
    paragraphs: [
      rule(
        'Once you have taken a conductor you are out until the round is over; the others play on without you. The last player left takes turn after turn, and may draw as long as there is room before taking.',
        'SY-6',
      ),
      rule(
        'When everybody has taken, the conductors come back empty and a new round begins. Whoever took last starts it.',
        'SY-7',
      ),
    ],
    figure: { name: 'take', caption: 'Taking this conductor completes four foxes, but a second owl costs the soloist.' },
  },
  {
    title: 'The end',
    paragraphs: [
      rule(
        'As soon as the pile is empty nobody draws any more. Everyone who is still in has one last turn, beginning after the player who drew the last card and ending with that player: take a conductor with its musicians, or stop with nothing. Those who are out already have no further turn, and cards that nobody takes count for nobody.',
        'SY-8',
      ),
      rule('It makes no difference how the last card left the pile, even if a power drew it.', 'SY-9'),
      rule('When nobody is left in, the game is over. A round that starts with only a few cards is a round like any other.', 'SY-10'),
    ],
  },
  {
    title: 'Counting',
    paragraphs: [
      rule(
        'A family that you have exactly once scores 1 point, exactly four times 5 points, any other number nothing. Five are not a quartet and a soloist, eight are not two quartets.',
        'SY-11',
      ),
      rule('Whoever has the most points wins; if points are level, whoever has the most quartets; if those are level too, the win is shared.', 'SY-11'),
    ],
    figure: { name: 'score', caption: 'Five, three and two alike are worth nothing: 5 + 1 + 1 = 7 points.' },
  },
  {
    title: 'Fausse Note',
    paragraphs: [
      rule(
        'With this option five cards leave the game after the shuffle, and nobody sees which. You can then never be quite sure what is still to come. It can be combined with Grand Maestro.',
        'SY-20',
      ),
    ],
  },
  {
    title: 'Grand Maestro',
    paragraphs: [
      rule(
        'With this option some conductors, or all of them, have a power until the end of the game. You choose which, or they are drawn at random; no power appears twice.',
        'SY-12',
      ),
      rule(
        'In a take, things happen in this order: you are out of the round, the power is used, the remaining musicians join your orchestra, and last the card that a power may draw. Discarded cards are out of the game and stay face up for all to see.',
        'SY-19',
      ),
    ],
  },
];

const fr: Section[] = [
  {
    title: 'Le principe',
    paragraphs: [
      rule(
        "Chacun compose un orchestre d'animaux. Le public est difficile : il n'applaudit une famille que si vous en avez un seul musicien, le soliste, ou exactement quatre, le quatuor. Deux, trois, cinq ou davantage ne rapportent rien.",
        'SY-11',
      ),
    ],
  },
  {
    title: 'Avant de commencer',
    paragraphs: [
      rule(
        'Le nombre inscrit sur une carte est celui de sa famille, et aussi le nombre de cartes de cette famille : trois éléphants, quatre ours, et ainsi de suite jusqu\'à treize abeilles. Moins on est nombreux, moins il y a de familles : à deux, de 3 à 9 (42 cartes) ; à trois, de 3 à 10 (52) ; à quatre, de 3 à 11 (63) ; à cinq, de 3 à 12 (75) ; à six, toutes (88).',
        'SY-1',
      ),
      rule("Il y a autant de chefs d'orchestre que de joueurs. Ils s'alignent, sans personne encore sous leur baguette.", 'SY-2'),
      rule(
        'Les cartes mélangées forment une pioche face cachée. Tout le monde sait combien il en reste, personne ne sait lesquelles.',
        'SY-3',
      ),
    ],
    figure: { name: 'families', caption: 'Les onze familles, de la plus rare à la plus nombreuse, et à partir de combien de joueurs chacune est en jeu.' },
  },
  {
    title: 'Votre tour',
    paragraphs: [
      rule('Vous faites une chose ou l\'autre : piocher, ou emporter.', 'SY-4'),
      rule(
        "Piocher : retournez la première carte de la pioche à la vue de tous et placez-la sous un chef encore libre qui a de la place. C'est ensuite au suivant.",
        'SY-4',
      ),
      rule(
        "Emporter : choisissez un chef libre qui dirige au moins un musicien. Tous ses musiciens rejoignent votre orchestre, qu'ils vous arrangent ou non.",
        'SY-4',
      ),
      rule(
        "Un chef dirige quatre musiciens au plus. Si aucun chef libre n'a de place, impossible de piocher : il faut emporter. Si aucun n'a de musicien, impossible d'emporter : il faut piocher.",
        'SY-5',
      ),
    ],
    figure: {
      name: 'room',
      caption:
        "Le chef 1 est au complet : on peut l'emporter, mais plus rien placer sous lui. Le chef 2 n'a personne : on peut lui confier une carte, mais pas l'emporter. Le chef 3 se prête aux deux.",
    },
  },
  {
    title: 'La manche',
    paragraphs: [
      rule(
        "Qui a emporté un chef est hors jeu jusqu'à la fin de la manche ; les autres continuent. La dernière personne en jeu enchaîne ses tours : elle peut piocher tant qu'il y a de la place, avant d'emporter à son tour.",
        'SY-6',
      ),
      rule(
        'Quand tout le monde a emporté un chef, les chefs reviennent, sans musiciens, et une nouvelle manche commence. Le dernier à avoir emporté y joue en premier.',
        'SY-7',
      ),
    ],
    figure: { name: 'take', caption: 'Emporter ce chef complète quatre renards, mais un deuxième hibou fait perdre le soliste.' },
  },
  {
    title: 'La fin',
    paragraphs: [
      rule(
        "Dès que la pioche est vide, plus personne ne pioche. Dernier tour pour ceux qui sont encore en jeu, en commençant après la personne qui a pioché la dernière carte et en finissant par elle : chacun emporte un chef et ses musiciens, ou s'arrête sans rien. Ceux qui sont déjà hors jeu ne jouent plus, et les cartes que personne n'emporte ne comptent pas.",
        'SY-8',
      ),
      rule("Peu importe comment la dernière carte a quitté la pioche, même si c'est par un pouvoir.", 'SY-9'),
      rule(
        "Quand plus personne n'est en jeu, la partie est terminée. Une manche qui commence avec très peu de cartes est une manche comme une autre.",
        'SY-10',
      ),
    ],
  },
  {
    title: 'Le décompte',
    paragraphs: [
      rule(
        "Une famille que vous avez exactement une fois rapporte 1 point, exactement quatre fois 5 points, tout autre nombre rien. Cinq cartes ne font pas un quatuor et un soliste, huit ne font pas deux quatuors.",
        'SY-11',
      ),
      rule(
        "Qui a le plus de points gagne ; à égalité, qui a le plus de quatuors ; si là aussi il y a égalité, la victoire est partagée.",
        'SY-11',
      ),
    ],
    figure: { name: 'score', caption: 'Cinq, trois ou deux cartes de même famille ne valent rien : 5 + 1 + 1 = 7 points.' },
  },
  {
    title: 'Fausse Note',
    paragraphs: [
      rule(
        "Avec cette option, cinq cartes quittent le jeu après le mélange, sans que personne ne les voie. Compter ce qui reste à venir n'est alors jamais tout à fait sûr. Elle se combine avec Grand Maestro.",
        'SY-20',
      ),
    ],
  },
  {
    title: 'Grand Maestro',
    paragraphs: [
      rule(
        "Avec cette option, certains chefs, ou tous, ont un pouvoir jusqu'à la fin de la partie. Vous choisissez lesquels ou les tirez au sort ; un même pouvoir n'apparaît jamais deux fois.",
        'SY-12',
      ),
      rule(
        "Quand on emporte un chef, tout se passe dans cet ordre : on est hors jeu, le pouvoir s'applique, les musiciens restants rejoignent l'orchestre, puis la carte qu'un pouvoir fait éventuellement piocher. Les cartes défaussées quittent le jeu et restent visibles de tous.",
        'SY-19',
      ),
    ],
  },
];

export const RULES: Record<Lang, Section[]> = { en, fr };

/** The powers of Grand Maestro, told one by one. */
export const POWERS: Record<Lang, (Paragraph & { face: Face })[]> = {
  en: [
    { face: 'max_two', article: 'SY-13', text: 'It leads two musicians at most instead of four, all through the game.' },
    {
      face: 'pass_left',
      article: 'SY-14',
      text: 'Whoever takes it must give one of its musicians to their neighbour on the left, even if it is the only one and even if that neighbour is out of the round. With two players, to the opponent.',
    },
    {
      face: 'discard_one',
      article: 'SY-15',
      text: 'Whoever takes it must first discard one of its musicians, even if it is the only one.',
    },
    {
      face: 'discard_own',
      article: 'SY-16',
      text: 'Whoever takes it may discard one card of a family that was already in their orchestra. If the orchestra was empty there is nothing to choose.',
    },
    {
      face: 'draw_one',
      article: 'SY-17',
      text: 'Whoever takes it also gets the top card of the pile, if there is one.',
    },
    {
      face: 'take_now',
      article: 'SY-18',
      text: 'Whoever places a card under it may take it at once, that card included, even with the last card of the pile. Otherwise it is taken like any other.',
    },
  ],
  fr: [
    { face: 'max_two', article: 'SY-13', text: 'Il dirige deux musiciens au plus au lieu de quatre, pendant toute la partie.' },
    {
      face: 'pass_left',
      article: 'SY-14',
      text: "Qui l'emporte doit donner un de ses musiciens à son voisin de gauche, même si c'est le seul et même si ce voisin est hors jeu. À deux joueurs, à l'adversaire.",
    },
    {
      face: 'discard_one',
      article: 'SY-15',
      text: "Qui l'emporte doit d'abord défausser un de ses musiciens, même si c'est le seul.",
    },
    {
      face: 'discard_own',
      article: 'SY-16',
      text: "Qui l'emporte peut défausser une carte d'une famille qu'il avait déjà avant de l'emporter. S'il n'avait personne, il n'a rien à choisir.",
    },
    {
      face: 'draw_one',
      article: 'SY-17',
      text: "Qui l'emporte reçoit aussi la première carte de la pioche, s'il en reste une.",
    },
    {
      face: 'take_now',
      article: 'SY-18',
      text: "Qui place une carte sous lui peut l'emporter aussitôt, cette carte comprise, même si c'est la dernière de la pioche. Sinon, on l'emporte comme un autre.",
    },
  ],
};
