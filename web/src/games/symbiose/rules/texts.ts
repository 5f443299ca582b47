/** The rules in our own words: sections of paragraphs, each with the articles of the rulebook that it tells. */
import type { Lang } from '../../../table/board';

/** The drawings that can stand under a paragraph. */
export type Figure = 'anatomy' | 'setup' | 'swapDown' | 'swapUp' | 'zones' | 'example' | 'neighbours' | 'duel' | 'team';

export interface Paragraph {
  text: Record<Lang, string>;
  articles: readonly string[];
  figure?: Figure;
}

export interface Section {
  id: string;
  title: Record<Lang, string>;
  paragraphs: readonly Paragraph[];
}

export const RULES: readonly Section[] = [
  {
    id: 'aim',
    title: { en: 'The idea', fr: 'Le principe' },
    paragraphs: [
      {
        articles: ['SB-8', 'SB-13'],
        text: {
          en: 'Everyone tends a pond of eight cards. Turn after turn you swap one of them with a card of the common river, so that the animals and seasons around your cards make them score as much as possible. Whoever has the most points once all the ponds are face up wins; players with the same score win together.',
          fr: 'Chacun soigne une mare de huit cartes. Tour après tour, vous en échangez une avec une carte de la rivière commune, pour que les animaux et les saisons qui entourent vos cartes les fassent rapporter le plus possible. Quand toutes les mares sont visibles, qui a le plus haut total gagne ; à égalité, on gagne ensemble.',
        },
      },
    ],
  },
  {
    id: 'cards',
    title: { en: 'The cards', fr: 'Les cartes' },
    paragraphs: [
      {
        articles: ['SB-1'],
        figure: 'anatomy',
        text: {
          en: 'Each of the 36 cards shows an animal (frog, snail, fish or dragonfly), a season (spring, summer, autumn or winter) and a value. A number alone is a fixed gain. A number followed by a sign is a gain for every card with that animal or that season which the card counts.',
          fr: "Chacune des 36 cartes montre un animal (grenouille, escargot, poisson ou libellule), une saison (printemps, été, automne ou hiver) et une valeur. Un nombre seul est un gain fixe. Un nombre suivi d'un signe est un gain pour chaque carte de cet animal ou de cette saison que la carte compte.",
        },
      },
      {
        articles: ['SB-1'],
        text: {
          en: 'The animals are not equally common: 6 frogs, 8 snails, 10 fish, 12 dragonflies. Nor are the seasons: 6 winters, 8 autumns, 10 summers, 12 springs. What is rare scores more per card. Ten cards have fixed points.',
          fr: 'Les animaux ne sont pas également fréquents : 6 grenouilles, 8 escargots, 10 poissons, 12 libellules. Les saisons non plus : 6 hivers, 8 automnes, 10 étés, 12 printemps. Ce qui est rare rapporte plus par carte. Dix cartes ont des points fixes.',
        },
      },
    ],
  },
  {
    id: 'setup',
    title: { en: 'Setting up', fr: 'La mise en place' },
    paragraphs: [
      {
        articles: ['SB-2'],
        figure: 'setup',
        text: {
          en: 'Eight cards lie face down in front of each player, in two rows of four: that is the pond, and nobody may peek, not even its owner. Four cards lie face up in the middle: the river. The remaining cards stay out of the game, unseen.',
          fr: "Huit cartes face cachée devant chaque joueur, en deux rangées de quatre : c'est sa mare, et personne ne la regarde, pas même lui. Quatre cartes visibles au milieu : la rivière. Les cartes qui restent ne servent pas, et on ne les voit pas.",
        },
      },
      {
        articles: ['SB-5', 'C-9'],
        text: {
          en: 'Before the first turn everyone picks one card of their pond; once all have picked, these cards are turned up together. Then the first player begins, and play goes on clockwise.',
          fr: "Avant le premier tour, chacun désigne une carte de sa mare ; quand tous ont choisi, ces cartes sont retournées ensemble. Puis le premier joueur commence, et l'on continue dans le sens des aiguilles d'une montre.",
        },
      },
    ],
  },
  {
    id: 'turn',
    title: { en: 'Your turn', fr: 'Votre tour' },
    paragraphs: [
      {
        articles: ['SB-6'],
        figure: 'swapDown',
        text: {
          en: 'Choose a card of the river and a slot of your pond: the two cards change places, and both end face up. You must swap; there is no passing. Was the pond card face down? Then your turn is over: you only see what you gave away once it lies in the river.',
          fr: "Choisissez une carte de la rivière et une case de votre mare : les deux cartes changent de place, toutes deux face visible. L'échange est obligatoire, on ne passe pas. La carte de la mare était cachée ? Votre tour est fini : vous ne découvrez la carte donnée qu'une fois dans la rivière.",
        },
      },
      {
        articles: ['SB-7'],
        figure: 'swapUp',
        text: {
          en: 'Was the pond card already face up? Then turn up one of your face-down cards as well, whichever you like. Either way each turn shows exactly one more card of your pond, so everyone plays seven turns.',
          fr: 'La carte de la mare était déjà visible ? Alors retournez en plus une de vos cartes cachées, celle que vous voulez. Dans les deux cas, chaque tour montre une carte de plus de votre mare : chacun joue donc sept tours.',
        },
      },
    ],
  },
  {
    id: 'scoring',
    title: { en: 'Counting', fr: 'Le décompte' },
    paragraphs: [
      {
        articles: ['SB-8', 'SB-9'],
        figure: 'zones',
        text: {
          en: 'When every pond is face up, each card is counted. Fixed points are worth the same everywhere. For the others the column decides where they look: a card of the two middle columns looks at its whole pond, a card of the left column at the left half, a card of the right column at the right half.',
          fr: 'Quand toutes les mares sont visibles, on compte chaque carte. Les points fixes valent la même chose partout. Pour les autres, la colonne décide où la carte regarde : dans les deux colonnes du milieu, toute sa mare ; dans celle de gauche, la moitié gauche ; dans celle de droite, la moitié droite.',
        },
      },
      {
        articles: ['SB-8'],
        figure: 'example',
        text: {
          en: 'A card scores its value for each match it finds there, and it counts itself if it fits. In the example the fish at the top left finds three frogs in the left half: 3 times 5, 15 points. The frog below it looks for dragonflies and finds none. The snail in the third column sees four springs in the whole pond: 8.',
          fr: "La carte rapporte sa valeur pour chaque carte qui convient, elle-même comprise si elle convient. Dans l'exemple, le poisson en haut à gauche trouve trois grenouilles dans la moitié gauche : 3 fois 5, soit 15 points. La grenouille au-dessous cherche des libellules et n'en trouve pas. L'escargot de la troisième colonne voit quatre printemps dans toute la mare : 8.",
        },
      },
      {
        articles: ['SB-13', 'C-6'],
        text: {
          en: 'Whoever has the highest total wins. There is no tie-breaker: with equal scores, the win is shared.',
          fr: 'Qui a le plus haut total gagne. Rien ne départage les ex æquo : à score égal, la victoire est partagée.',
        },
      },
    ],
  },
  {
    id: 'duel',
    title: { en: 'Duel: two players', fr: 'Duel : à deux' },
    paragraphs: [
      {
        articles: ['SB-3', 'SB-4', 'SB-6'],
        text: {
          en: 'Two players duel unless they choose otherwise. The river then has eight places, four of them face down. A hidden river card may be taken too, but you see it only once you have chosen your slot; the card you give always lies face up.',
          fr: "À deux, on joue en duel, sauf si l'on en décide autrement. La rivière a alors huit places, dont quatre cachées. On peut prendre une carte cachée de la rivière, mais on ne la voit qu'une fois la case choisie ; la carte donnée, elle, est toujours visible.",
        },
      },
      {
        articles: ['SB-8', 'SB-11'],
        figure: 'duel',
        text: {
          en: 'The river flows between the ponds: to the right of the first player, to the left of the other. The two cards of the column beside it count the eight river cards. The opposite column counts its half, as usual. Whatever is still hidden in the river is turned up before counting.',
          fr: "La rivière coule entre les deux mares : à droite du premier joueur, à gauche de l'autre. Les deux cartes de la colonne qui la borde comptent les huit cartes de la rivière. La colonne opposée compte sa moitié, comme d'habitude. Ce qui est encore caché dans la rivière est retourné avant le décompte.",
        },
      },
    ],
  },
  {
    id: 'team',
    title: { en: 'Teams: two against two', fr: 'En équipes : deux contre deux' },
    paragraphs: [
      {
        articles: ['SB-3', 'SB-12'],
        figure: 'team',
        text: {
          en: "With four players, those who face each other may play together: seats 1 and 3 against 2 and 4. Turns are the same. In the counting, the cards of both side columns look at the partner's whole pond, those of the middle columns at their own. The two ponds of a team are added up, and partners win or lose together.",
          fr: "À quatre, ceux qui se font face peuvent jouer ensemble : places 1 et 3 contre 2 et 4. Les tours sont les mêmes. Au décompte, les cartes des deux colonnes de côté regardent toute la mare du partenaire, celles du milieu la leur. On additionne les deux mares d'une équipe, et l'on gagne ou perd ensemble.",
        },
      },
    ],
  },
  {
    id: 'options',
    title: { en: 'Other options', fr: 'Autres options' },
    paragraphs: [
      {
        articles: ['SB-10', 'SB-11'],
        figure: 'neighbours',
        text: {
          en: "Neighbours: instead of its own half, the left column counts the whole pond of the left neighbour (the next to play) and the right column that of the right neighbour. With two players in normal mode both sides count the opponent's pond; in a duel the column away from the river does.",
          fr: "Voisins : au lieu de sa moitié, la colonne de gauche compte toute la mare du voisin de gauche (le suivant à jouer) et celle de droite la mare du voisin de droite. À deux en mode normal, les deux côtés comptent la mare adverse ; en duel, c'est le cas de la colonne éloignée de la rivière.",
        },
      },
      {
        articles: ['SB-3'],
        text: {
          en: 'Normal mode is a free-for-all for two to four players, with a river of four cards.',
          fr: 'Le mode normal se joue de deux à quatre, chacun pour soi, avec une rivière de quatre cartes.',
        },
      },
      {
        articles: ['SB-1'],
        text: {
          en: 'Another deck of 36 cards, with the same animals and seasons but other values, may replace the published one.',
          fr: "Un autre paquet de 36 cartes, avec les mêmes animaux et saisons mais d'autres valeurs, peut remplacer celui du jeu publié.",
        },
      },
    ],
  },
  {
    id: 'screen',
    title: { en: 'On this screen', fr: 'Sur cet écran' },
    paragraphs: [
      {
        articles: [],
        text: {
          en: 'To swap, press a river card and then a slot of your pond, or the other way round; or drag one onto the other. Escape puts the card back. Arrow keys move from card to card. Point at any card to see the zone it looks at, the cards it counts and what it scores now; press another pond to see it large.',
          fr: "Pour échanger, touchez une carte de la rivière puis une case de votre mare, ou l'inverse ; ou faites glisser l'une sur l'autre. Échap repose la carte. Les flèches vont de carte en carte. Désignez une carte pour voir la zone qu'elle regarde, les cartes qu'elle compte et ce qu'elle rapporte à cet instant ; touchez une autre mare pour l'agrandir.",
        },
      },
    ],
  },
];

export const FIGURES = {
  animal: { en: 'animal', fr: 'animal' },
  season: { en: 'season', fr: 'saison' },
  gainPer: { en: '3 points for each fish', fr: '3 points par poisson' },
  gainFixed: { en: '8 points, always', fr: '8 points, toujours' },
  river: { en: 'river', fr: 'rivière' },
  pond: { en: 'pond', fr: 'mare' },
  left: { en: 'left column', fr: 'colonne de gauche' },
  middle: { en: 'middle columns', fr: 'colonnes du milieu' },
  right: { en: 'right column', fr: 'colonne de droite' },
  total: { en: '15 + 5 + 8 + 2 + 0 + 4 + 8 + 2 = 44', fr: '15 + 5 + 8 + 2 + 0 + 4 + 8 + 2 = 44' },
  first: { en: 'first player', fr: 'premier joueur' },
  other: { en: 'the other', fr: "l'autre" },
  you: { en: 'you', fr: 'vous' },
  partner: { en: 'partner', fr: 'partenaire' },
  leftNeighbour: { en: 'left neighbour', fr: 'voisin de gauche' },
  rightNeighbour: { en: 'right neighbour', fr: 'voisin de droite' },
} as const satisfies Record<string, Record<Lang, string>>;
