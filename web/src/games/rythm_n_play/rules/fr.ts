import type { Section } from './content';

export const FR: Section[] = [
  {
    title: 'Le but',
    lead: "Une seule mélodie, une seule portée, et chacun y ajoute sa note. Si personne ne l'a prolongée quand votre tour revient, la portée entière peut être à vous. Chaque carte gagnée ainsi vaut un point ; celles qu'on accumule en main se paient.",
    rules: [],
  },
  {
    title: 'Les cartes',
    rules: [
      {
        article: 'RP-1',
        text: [
          '54 cartes PLAY font la musique : sept notes, do ré mi fa sol la si, de la plus grave à la plus aiguë, six fois chacune, avec six dièses et six bémols.',
          '30 cartes RYTHM servent de bourse : chacune vaut ses temps. Enfin une carte Tonalité, un côté dièse, un côté bémol, posée près de la portée.',
        ],
        examples: [
          {
            kind: 'cards',
            cards: [
              { card: 'do', note: '× 6' },
              { card: 're', note: '× 6' },
              { card: 'mi', note: '× 6' },
              { card: 'fa', note: '× 6' },
              { card: 'sol', note: '× 6' },
              { card: 'la', note: '× 6' },
              { card: 'si', note: '× 6' },
              { card: 'sharp', note: '× 6' },
              { card: 'flat', note: '× 6' },
            ],
            caption: 'PLAY : les notes, de la plus basse à la plus haute, puis les deux altérations.',
          },
          {
            kind: 'cards',
            cards: [
              { card: 'whole', note: '× 2' },
              { card: 'half', note: '× 4' },
              { card: 'quarter', note: '× 8' },
              { card: 'eighth', note: '× 16' },
            ],
            caption: 'RYTHM : ronde 4 temps, blanche 2, noire 1, croche ½.',
          },
        ],
      },
      {
        article: 'RP-2',
        title: 'Avant le premier tour',
        text: [
          'Chacun commence avec quatre cartes PLAY et une carte RYTHM ; le reste forme deux pioches cachées. La portée est vide.',
          'La personne qui jouera en dernier regarde sa main et choisit le côté de la carte Tonalité : dièse, et la mélodie commence par monter ; bémol, et elle commence par descendre.',
        ],
      },
    ],
  },
  {
    title: 'À votre tour',
    lead: 'Faites une de ces choses, une seule.',
    rules: [
      {
        article: 'RP-3',
        title: 'Composer une note',
        text: [
          "Ajoutez une note au bout de la portée. Une portée vide accepte n'importe laquelle. Ensuite, la tonalité décide : sous un dièse, la nouvelle note doit être plus haute que la dernière, sous un bémol plus basse. On peut sauter des notes, jamais en répéter une, et l'on ne revient pas de si à do en faisant le tour.",
        ],
        examples: [
          { kind: 'staff', key: 'sharp', cards: ['do', 're', 'fa', 'la', 'si'], ok: true, caption: 'Tonalité dièse : toujours plus haut, en sautant.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'fa'], ok: false, caption: 'Encore la même note : refusé.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'mi'], ok: false, caption: 'Tonalité dièse, mais plus bas : refusé.' },
        ],
      },
      {
        article: 'RP-4',
        title: 'Composer une altération',
        text: [
          "Un dièse ou un bémol se pose tout de suite après une note : il n'ouvre pas une portée et ne suit pas une autre altération. Il tourne la carte Tonalité de son côté, ou l'y laisse.",
          "La note suivante se compare toujours à la dernière note, comme si l'altération était transparente. Après si et un dièse, ou do et un bémol, rien ne peut donc suivre : la portée est close, il ne reste qu'à la ramasser.",
        ],
        examples: [
          { kind: 'staff', key: 'sharp', cards: ['fa', 'sharp', 'sol'], ok: true, caption: 'On monte à partir de fa.' },
          { kind: 'staff', key: 'flat', cards: ['fa', 'flat', 'mi'], ok: true, caption: 'Le bémol tourne la tonalité : on descend de fa.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'sharp', 'fa'], ok: false, caption: 'Pas plus haut que fa : refusé.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'sharp', 'flat'], ok: false, caption: 'Deux altérations de suite : refusé.' },
          { kind: 'staff', key: 'sharp', cards: ['si', 'sharp'], ok: true, closed: true, caption: "Rien n'est plus haut que si : close." },
          { kind: 'staff', key: 'flat', cards: ['si', 'flat', 'la'], ok: true, caption: 'Mais si, bémol, la continue.' },
        ],
      },
      {
        article: 'RP-5',
        title: 'Ramasser la portée',
        text: [
          'Quand votre tour arrive et que la dernière carte de la portée est encore la vôtre, vous avez deux possibilités, pas une de plus : la prolonger en espérant encore, ou en prendre toutes les cartes, face cachée devant vous. Même une carte seule se prend.',
          'La carte Tonalité reste comme elle est ; la portée suivante commence sous elle.',
        ],
      },
      {
        article: 'RP-6',
        title: 'Échanger',
        text: [
          "Jetez sur la défausse RYTHM des cartes qui font 1, 2, 3 ou 4 temps, sans demi-temps en trop, et piochez une carte PLAY par temps. S'il en reste moins, prenez ce qu'il y a ; si la pioche est vide, il n'y a plus rien à échanger.",
        ],
        examples: [
          { kind: 'exchange', cards: ['whole'], draws: 4, caption: '4 temps' },
          { kind: 'exchange', cards: ['half', 'quarter'], draws: 3, caption: '3 temps' },
          { kind: 'exchange', cards: ['eighth', 'eighth'], draws: 1, caption: '1 temps' },
          { kind: 'exchange', cards: ['quarter', 'eighth'], draws: null, caption: '1½ temps : refusé' },
          { kind: 'exchange', cards: ['whole', 'quarter'], draws: null, caption: '5 temps : refusé' },
        ],
      },
      {
        article: 'RP-7',
        title: 'Piocher',
        text: [
          "Prenez la première carte de la pioche RYTHM. Si elle est épuisée, sa défausse mélangée la remplace d'abord ; s'il n'y a plus aucune carte RYTHM, on ne peut pas piocher.",
        ],
      },
      { article: 'RP-8', title: 'Passer', text: ["Seulement si rien d'autre n'est possible."] },
    ],
  },
  {
    title: 'Sept cartes au plus',
    rules: [
      {
        article: 'RP-9',
        text: [
          "PLAY et RYTHM réunies, aucune main ne garde plus de sept cartes. Ce qui dépasse part aussitôt : des cartes PLAY de votre choix, posées face visible devant vous jusqu'à la fin, où chacune coûte 3 points.",
          "Les cartes RYTHM ne se jettent jamais ainsi. Avec sept d'entre elles et aucune carte PLAY, on n'a pas le droit de piocher.",
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
            caption: 'Six cartes. Échanger la ronde en fait neuf : deux cartes PLAY doivent passer face visible, −6.',
          },
        ],
      },
    ],
  },
  {
    title: 'La fin',
    rules: [
      {
        article: 'RP-10',
        text: [
          "La partie s'arrête à l'instant où la pioche PLAY et la portée sont vides toutes les deux et où personne n'a de cartes en trop. Piocher la dernière carte PLAY sans portée sur la table y met donc fin sur-le-champ.",
        ],
      },
      {
        article: 'RP-11',
        text: [
          "S'il y a une portée quand la pioche se vide, on continue, sans échanges, jusqu'à ce que quelqu'un la ramasse.",
        ],
      },
      {
        article: 'RP-10',
        title: 'Option : une dernière portée',
        text: [
          "Quand la dernière carte PLAY est piochée sans portée sur la table, la partie ne s'arrête pas encore : une portée de plus peut être jouée. Elle finit quand celle-ci est ramassée, ou quand chacun a eu un tour après cette pioche et que la portée est toujours vide.",
        ],
      },
    ],
  },
  {
    title: 'Les points',
    rules: [
      {
        article: 'RP-12',
        text: [
          'Une carte ramassée vaut 1. Une carte face visible devant vous coûte 3. Les cartes PLAY gardées en main ne comptent pas ; les cartes RYTHM gardées en main coûtent leurs temps, demi-points compris.',
          'Le plus de points gagne. À égalité, le moins de cartes RYTHM en main ; si elles sont égales aussi, la victoire est partagée.',
        ],
        examples: [
          { kind: 'score', collected: 8, faceUp: ['re'], hand: ['eighth', 'sol'], caption: '8 − 3 − 0,5 = 4,5 points ; le sol ne compte pas.' },
        ],
      },
    ],
  },
  {
    title: 'Ce que chacun peut savoir',
    lead: "Les mains et l'ordre des pioches sont secrets. Le nombre de cartes PLAY et RYTHM de chacun est connu, comme la portée, la tonalité, les cartes face visible et la défausse RYTHM. Les cartes ramassées sont face cachée, mais tout le monde les a vues : le compte des cartes, sur la table, s'en souvient pour vous.",
    rules: [],
  },
];
