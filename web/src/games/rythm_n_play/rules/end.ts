/** Hands that are too full, the end, the points, and what is secret: RP-9 to RP-12. */
import type { Section } from './types';

export const END: Section[] = [
  {
    title: { en: 'Seven cards at most', fr: 'Sept cartes au plus' },
    rules: [
      {
        article: 'RP-9',
        text: [
          {
            en: 'Nobody may keep more than seven cards in hand, PLAY and RYTHM together. The rest goes at once: PLAY cards of your choice, laid face up in front of you until the end, when each costs 3 points.',
            fr: "Personne ne garde plus de sept cartes en main, PLAY et RYTHM réunies. Le surplus part aussitôt : des cartes PLAY de votre choix, posées face visible devant vous jusqu'à la fin, où chacune coûte 3 points.",
          },
          {
            en: 'RYTHM cards can never be discarded this way. With seven of them and no PLAY card, you may not draw.',
            fr: "Les cartes RYTHM ne se défaussent jamais ainsi. Avec sept cartes RYTHM et aucune carte PLAY, on n'a pas le droit de piocher.",
          },
        ],
        examples: [
          {
            kind: 'cards',
            cards: [
              { card: 'do', note: '' },
              { card: 'mi', note: '' },
              { card: 'la', note: '' },
              { card: 'flat', note: '' },
              { card: 'whole', note: '→ 4' },
              { card: 'eighth', note: '' },
            ],
            caption: {
              en: 'Six cards. Exchanging the whole note makes nine: two PLAY cards must go face up, −6.',
              fr: 'Six cartes. Échanger la ronde en fait neuf : deux cartes PLAY doivent passer face visible, −6.',
            },
          },
        ],
      },
    ],
  },
  {
    title: { en: 'The end', fr: 'La fin' },
    rules: [
      {
        article: 'RP-10',
        text: [
          {
            en: 'The game stops as soon as the PLAY pile and the staff are both empty and nobody is over the limit. Drawing the last PLAY card with no staff on the table therefore ends it on the spot.',
            fr: "La partie s'arrête à l'instant où la pioche PLAY et la portée sont vides toutes les deux et où personne ne dépasse la limite. Piocher la dernière carte PLAY sans portée sur la table y met donc fin sur-le-champ.",
          },
        ],
      },
      {
        article: 'RP-11',
        text: [
          {
            en: 'If there is a staff when the pile runs out, play goes on without exchanges until somebody collects it.',
            fr: "S'il y a une portée quand la pioche se vide, on continue, sans échanges, jusqu'à ce que quelqu'un la ramasse.",
          },
        ],
      },
      {
        article: 'RP-10',
        title: { en: 'Option: one last staff', fr: 'Option : une dernière portée' },
        text: [
          {
            en: 'When the last PLAY card is drawn with no staff on the table, the game does not stop yet: one more staff may be played. It ends when that staff is collected, or when everybody has had a turn after that draw and the staff is still empty.',
            fr: "Quand la dernière carte PLAY est piochée sans portée sur la table, la partie ne s'arrête pas encore : une portée de plus peut être jouée. Elle finit quand celle-ci est ramassée, ou quand chacun a eu un tour après cette pioche et que la portée est toujours vide.",
          },
        ],
      },
    ],
  },
  {
    title: { en: 'The points', fr: 'Les points' },
    rules: [
      {
        article: 'RP-12',
        text: [
          {
            en: 'A collected card is worth 1. A card face up in front of you costs 3. PLAY cards left in your hand count for nothing; RYTHM cards left in it cost their beats, half points included.',
            fr: 'Une carte ramassée vaut 1. Une carte face visible devant vous coûte 3. Les cartes PLAY gardées en main ne comptent pas ; les cartes RYTHM gardées en main coûtent leurs temps, demi-points compris.',
          },
          {
            en: 'Whoever has the most points wins; if points are level, whoever has the fewest RYTHM cards in hand; if those are level too, the win is shared.',
            fr: 'Qui a le plus de points gagne ; à égalité, qui a le moins de cartes RYTHM en main ; si là aussi il y a égalité, la victoire est partagée.',
          },
        ],
        examples: [
          {
            kind: 'score',
            collected: 8,
            faceUp: ['re'],
            hand: ['eighth', 'sol'],
            caption: {
              en: '8 − 3 − 0.5 = 4.5 points; the sol counts for nothing.',
              fr: '8 − 3 − 0,5 = 4,5 points ; le sol ne compte pas.',
            },
          },
        ],
      },
    ],
  },
  {
    title: { en: 'What everybody may know', fr: 'Ce que chacun peut savoir' },
    lead: {
      en: 'Hands and the order of the piles are secret. How many PLAY and how many RYTHM cards each player holds is open, and so are the staff, the direction, the cards face up and the RYTHM discard. Collected cards lie face down, but everybody saw them: the card counts on the table remember them for you.',
      fr: "Les mains et l'ordre des pioches sont secrets. Le nombre de cartes PLAY et RYTHM de chacun est connu, comme la portée, la tonalité, les cartes face visible et la défausse RYTHM. Les cartes ramassées sont face cachée, mais tout le monde les a vues : le compte des cartes, sur la table, s'en souvient pour vous.",
    },
    rules: [],
  },
];
