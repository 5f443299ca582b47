/** The aim, the cards, and what is done before the first turn: RP-1, RP-2. */
import { PLAY } from '../music';
import type { Section } from './types';

export const START: Section[] = [
  {
    title: { en: 'The aim', fr: 'Le but' },
    lead: {
      en: 'One melody grows on one staff, and everybody adds to it. If nobody has added anything by the time your turn comes round again, the whole staff can be yours. Every card you win this way is a point; cards you hoard cost you.',
      fr: "Une seule mélodie, une seule portée, et chacun y ajoute sa note. Si personne ne l'a prolongée quand votre tour revient, la portée entière peut être à vous. Chaque carte gagnée ainsi vaut un point ; celles qu'on accumule en main se paient.",
    },
    rules: [],
  },
  {
    title: { en: 'The cards', fr: 'Les cartes' },
    rules: [
      {
        article: 'RP-1',
        text: [
          {
            en: '54 PLAY cards make the music: the seven notes do re mi fa sol la si (C to B), from low to high, six times each, with six sharps and six flats.',
            fr: '54 cartes PLAY font la musique : sept notes, do ré mi fa sol la si, de la plus grave à la plus aiguë, six fois chacune, avec six dièses et six bémols.',
          },
          {
            en: '30 RYTHM cards are your purse: each is worth its beats. And one direction card, with a sharp side (up) and a flat side (down), lies by the staff.',
            fr: '30 cartes RYTHM servent de bourse : chacune vaut ses temps. Enfin une carte Tonalité, un côté dièse, un côté bémol, posée près de la portée.',
          },
        ],
        examples: [
          {
            kind: 'cards',
            cards: PLAY.map((card) => ({ card, note: '× 6' })),
            caption: {
              en: 'PLAY: notes from the lowest to the highest, then the two accidentals.',
              fr: 'PLAY : les notes, de la plus basse à la plus haute, puis les deux altérations.',
            },
          },
          {
            kind: 'cards',
            cards: [
              { card: 'whole', note: '× 2' },
              { card: 'half', note: '× 4' },
              { card: 'quarter', note: '× 8' },
              { card: 'eighth', note: '× 16' },
            ],
            caption: {
              en: 'RYTHM: whole note 4 beats, half note 2, quarter note 1, eighth note ½.',
              fr: 'RYTHM : ronde 4 temps, blanche 2, noire 1, croche ½.',
            },
          },
        ],
      },
      {
        article: 'RP-2',
        title: { en: 'Before the first turn', fr: 'Avant le premier tour' },
        text: [
          {
            en: 'Everybody starts with four PLAY cards and one RYTHM card; what is left makes two face-down piles. The staff is empty.',
            fr: 'Chacun commence avec quatre cartes PLAY et une carte RYTHM ; le reste forme deux pioches cachées. La portée est vide.',
          },
          {
            en: 'The last player in turn order looks at their hand and picks a side of the direction card: sharp, and the melody starts going up, or flat, and it starts going down.',
            fr: 'La personne qui jouera en dernier regarde sa main et choisit le côté de la carte Tonalité : dièse, et la mélodie commence par monter ; bémol, et elle commence par descendre.',
          },
        ],
      },
    ],
  },
];
