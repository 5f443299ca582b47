import { rule, type Section } from './content';

export const french = (): Section[] => [
  {
    title: 'Le principe',
    rules: [
      rule(
        "Vous formez de jeunes sorcières. Elles volent toujours plus haut, en colonnes d'une seule couleur ; à vous de les rappeler avant la chute, puis d'échanger celles de votre main contre des grimoires. Qui possède le plus de grimoires à la fin gagne, et une collection des cinq couleurs compte un point de plus.",
        'AS-21',
      ),
    ],
  },
  {
    title: 'Les cartes et les grimoires',
    rules: [
      rule(
        'Les 75 sorcières ont cinq couleurs, avec dans chacune les valeurs 1 à 15, une fois chacune. Une couleur se reconnaît aussi à sa lettre et à son chapeau : K noir et pointu, G vert et tordu, W blanc et rond, V violet et plat, O orange à deux pointes.',
        'AS-1',
      ),
      rule('Les grimoires ont les mêmes couleurs : 7 de chaque à deux joueurs, 8 à trois, 9 à quatre ou cinq.', 'AS-1'),
      rule(
        'Les sorcières, mélangées, forment une pioche face cachée ; la défausse est face visible. Le ciel commun, au milieu, est vide au départ, tout comme votre propre ciel et votre main.',
        'AS-2',
      ),
    ],
    figure: { name: 'colours', caption: 'Les cinq couleurs, leurs lettres et leurs chapeaux.' },
  },
  {
    title: 'Voler',
    rules: [
      rule(
        "À votre tour, vous prenez des cartes une à une, aussi longtemps que vous l'osez : chaque fois la première de la pioche, ou une carte du ciel commun. Il faut en prendre au moins une.",
        'AS-3',
      ),
      rule(
        "Votre ciel compte une colonne par couleur. La première carte d'une colonne peut avoir n'importe quelle valeur ; chaque suivante doit dépasser la dernière. Une carte qui peut s'y ajouter « convient ». Les colonnes restent d'un tour à l'autre.",
        'AS-4',
      ),
      rule(
        "Vous piochez une carte qui convient : elle va dans votre ciel ou, si vous n'avez encore rien mis dans le ciel commun pendant ce tour, vous pouvez l'y mettre. Une fois que c'est fait, toute carte qui convient rejoint votre ciel.",
        'AS-5',
      ),
      rule(
        'Vous piochez une carte qui ne convient pas : la première fois du tour, elle va dans le ciel commun. La deuxième fois, vous chutez.',
        'AS-6',
      ),
      rule(
        "Dans le ciel commun, vous pouvez prendre toute carte qui convient, directement dans votre ciel, sauf celle que vous y avez mise pendant ce tour. On n'y risque jamais de chute.",
        'AS-7',
      ),
      rule('Une carte piochée se place avant toute autre chose.', 'AS-8'),
    ],
    figure: {
      name: 'fits',
      caption: 'Sur une colonne verte qui se termine par le 12, le 10 ne convient pas ; le 13, oui.',
    },
  },
  {
    title: 'La chute',
    rules: [
      rule(
        'Une chute vous coûte la carte piochée et toute votre colonne de cette couleur : elles sont défaussées. Les autres colonnes restent. Votre tour est fini, sans diplôme.',
        'AS-9',
      ),
      rule(
        "Bonus du débutant : si vous n'avez aucun grimoire de cette couleur, vous pouvez prendre la carte piochée en main au lieu de la défausser. La colonne est perdue quand même.",
        'AS-10',
      ),
    ],
    figure: {
      name: 'fall',
      caption: 'Une carte est déjà dans le ciel commun et vous piochez le 4 vert : 4, 6 et 9 sont défaussés.',
    },
  },
  {
    title: "L'atterrissage",
    rules: [
      rule(
        "Après au moins une carte, vous pouvez vous arrêter. Si vous n'avez rien mis dans le ciel commun pendant ce tour, c'est un atterrissage en douceur : prenez en main toutes les cartes d'une colonne de votre choix, ou ne faites rien atterrir.",
        'AS-11',
      ),
      rule(
        "Si vous y avez mis une carte, l'atterrissage est forcé : prenez la colonne qui a le moins de cartes, à votre choix en cas d'égalité. Sans aucune colonne, vous vous arrêtez simplement.",
        'AS-11',
      ),
    ],
    figure: {
      name: 'landing',
      caption: "En douceur : l'une ou l'autre colonne. Forcé : la plus courte, la violette.",
    },
  },
  {
    title: 'Les diplômes',
    rules: [
      rule(
        "Un diplôme ne s'obtient qu'après avoir fait atterrir une colonne : ni après une chute, ni après un arrêt sans atterrir.",
        'AS-12',
      ),
      rule(
        "Défaussez 3, 4 ou 5 cartes de votre main et recevez 1, 2 ou 3 grimoires d'une couleur. Au moins une des cartes est de cette couleur ; les autres peuvent être des jokers.",
        'AS-13',
      ),
      rule(
        "Un joker est une carte d'une autre couleur, dont vous possédez déjà un grimoire. Il doit dépasser la plus haute carte de la couleur du diplôme, et chaque couleur ne prête qu'un joker.",
        'AS-14',
      ),
      rule(
        "S'il ne reste pas assez de grimoires de cette couleur, seul un diplôme plus petit est possible. Les cartes échangées vont à la défausse.",
        'AS-15',
      ),
      rule("Un diplôme par tour ; puis c'est au suivant de voler.", 'AS-16'),
    ],
    figure: {
      name: 'diploma',
      caption: 'Avec un grimoire violet et un vert : deux cartes blanches et deux jokers valent deux grimoires blancs.',
    },
  },
  {
    title: "Ce qui n'est pas un diplôme",
    rules: [
      rule(
        "Ici, le 10 violet n'est pas un joker : il est plus bas que le 11 blanc. Il n'irait pas non plus avec un 10 blanc, car égaler n'est pas dépasser.",
        'AS-14',
      ),
    ],
    figure: { name: 'refused', caption: 'Refusé : le joker est trop bas.' },
  },
  {
    title: 'Le Chat noir',
    rules: [
      rule(
        "Quand un 15 sort de la pioche, le Chat noir arrive : quiconque a plus de cinq cartes en main en garde cinq de son choix et défausse le reste, chacun à son tour en commençant par la personne qui a pioché. Les colonnes ne risquent rien. Puis le 15 se place comme n'importe quelle carte.",
        'AS-17',
      ),
      rule("Un 15 pris dans le ciel commun n'appelle aucun chat.", 'AS-17'),
    ],
    figure: { name: 'cat', caption: 'Chaque 15 porte le signe du chat.' },
  },
  {
    title: 'Quand la pioche est vide',
    rules: [
      rule(
        "Quand on doit piocher et que la pioche est vide, on mélange d'abord la défausse pour en faire une nouvelle. Si les deux sont vides, on ne peut que prendre dans le ciel commun les cartes qui conviennent, puis s'arrêter. Si elles le sont encore à la fin d'un tour, la partie est finie.",
        'AS-18',
      ),
    ],
  },
  {
    title: 'La fin',
    rules: [
      rule(
        "La partie s'arrête aussitôt qu'un diplôme ne laisse des grimoires que de trois couleurs au plus (à deux ou trois joueurs) ou de deux couleurs au plus (à quatre ou cinq).",
        'AS-19',
      ),
      rule("Elle s'arrête aussi après 200 tours de suite sans diplôme.", 'AS-20'),
      rule(
        'Chaque grimoire vaut 1 point ; des grimoires des cinq couleurs en valent 1 de plus. Qui a le plus de points gagne ; à égalité, qui a le plus de cartes en main ; si là aussi il y a égalité, la victoire est partagée.',
        'AS-21',
      ),
    ],
    figure: { name: 'score', caption: 'Sept grimoires, de cinq couleurs : 7 + 1 = 8 points.' },
  },
  {
    title: 'Ce que chacun voit',
    rules: [
      rule(
        "Personne ne connaît l'ordre de la pioche. Chacun tient ses cartes en main comme d'habitude, mais toutes ont été prises sous les yeux de tous : l'écran les montre donc, sauf si la table en décide autrement.",
      ),
    ],
  },
  {
    title: 'Variantes',
    rules: [
      rule("Atterrissage : même en douceur, s'arrêter oblige à faire atterrir une colonne.", 'AS-11'),
      rule("Diplômes : autant par tour que la main le permet, l'un après l'autre, au lieu d'un seul.", 'AS-16'),
      rule("Cinq couleurs : un point pour chaque série complète de cinq, au lieu d'un seul.", 'AS-21'),
      rule('Patience : le nombre de tours sans diplôme qui met fin à la partie, de 10 à 1000.', 'AS-20'),
      rule('Mémoire : les mains des autres sont cachées ; on ne voit que leur taille.'),
    ],
  },
];
