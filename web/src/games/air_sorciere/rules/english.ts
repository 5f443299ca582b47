import { rule, type Section } from './content';

export const english = (): Section[] => [
  {
    title: 'The idea',
    rules: [
      rule(
        'You train young witches. They fly ever higher in columns of one colour; you must call them down before one falls, then trade those in your hand for spell books. Whoever owns the most books at the end wins, and a collection of all five colours counts one more.',
        'AS-21',
      ),
    ],
  },
  {
    title: 'The cards and the books',
    rules: [
      rule(
        'There are 75 witches: five colours, each with the values 1 to 15 once. A colour is known by its letter and its hat too: K black and pointed, G green and crooked, W white and round, V violet and flat, O orange with two points.',
        'AS-1',
      ),
      rule(
        'There are books of the same five colours: 7 of each with two players, 8 with three, 9 with four or five.',
        'AS-1',
      ),
      rule(
        'The witches are shuffled into a face-down pile; the discard is face up. The common sky in the middle starts empty, and so do your own sky and your hand.',
        'AS-2',
      ),
    ],
    figure: { name: 'colours', caption: 'The five colours, their letters and their hats.' },
  },
  {
    title: 'Flying',
    rules: [
      rule(
        'On your turn you take cards one after another, as long as you dare: each time either the top card of the pile or a card of the common sky. You must take at least one.',
        'AS-3',
      ),
      rule(
        'Your sky has one column per colour. The first card of a column may have any value; each further one must be higher than the last. A card that can go there fits. Columns stay from one turn to the next.',
        'AS-4',
      ),
      rule(
        'You draw a card that fits: put it in your sky or, if you have not yet put a card in the common sky this turn, put it there instead. Once you have, every fitting card must join your own sky.',
        'AS-5',
      ),
      rule(
        'You draw a card that does not fit: the first time in a turn it goes to the common sky. The second time you fall.',
        'AS-6',
      ),
      rule(
        'From the common sky you may take any card that fits, straight into your own sky, except the one you put there this very turn. That never makes you fall.',
        'AS-7',
      ),
      rule('A drawn card is placed before you do anything else.', 'AS-8'),
    ],
    figure: { name: 'fits', caption: 'On a green column that ends in 12, the 10 does not fit; the 13 does.' },
  },
  {
    title: 'A fall',
    rules: [
      rule(
        'A fall costs you the drawn card and your whole column of its colour: both go to the discard. The other columns stay. Your turn is over, and there is no diploma.',
        'AS-9',
      ),
      rule(
        "Beginner's bonus: if you own no book of that colour, you may take the drawn card into your hand instead of discarding it. The column is lost all the same.",
        'AS-10',
      ),
    ],
    figure: {
      name: 'fall',
      caption: 'A card is already in the common sky and the green 4 is drawn: 4, 6 and 9 are discarded.',
    },
  },
  {
    title: 'Landing',
    rules: [
      rule(
        'After at least one card you may stop. If you have put nothing in the common sky this turn, the landing is soft: take all the cards of a column of your choice into your hand, or land nothing.',
        'AS-11',
      ),
      rule(
        'If you have put a card there, the landing is forced: you must take the column with the fewest cards; among equals you choose. With no column at all you simply stop.',
        'AS-11',
      ),
    ],
    figure: {
      name: 'landing',
      caption: 'After a soft flight: either column. After a forced one: the shorter, violet.',
    },
  },
  {
    title: 'Diplomas',
    rules: [
      rule(
        'A diploma comes only after a column has landed: not after a fall, nor after stopping with nothing.',
        'AS-12',
      ),
      rule(
        'Discard 3, 4 or 5 cards from your hand and receive 1, 2 or 3 books of one colour. At least one of the cards has that colour; the others may be jokers.',
        'AS-13',
      ),
      rule(
        "A joker is a card of another colour of which you already own a book. It must be higher than the highest card of the diploma's own colour, and each colour lends one joker at most.",
        'AS-14',
      ),
      rule(
        'If too few books of that colour are left, only a smaller diploma is possible. The cards traded go to the discard.',
        'AS-15',
      ),
      rule('One diploma per turn; then the next player flies.', 'AS-16'),
    ],
    figure: {
      name: 'diploma',
      caption: 'With a violet and a green book: two white cards and two jokers bring two white books.',
    },
  },
  {
    title: 'What is not a diploma',
    rules: [
      rule(
        'The violet 10 is no joker here: it is lower than the white 11. It would not do for a white 10 either, because equal is not higher.',
        'AS-14',
      ),
    ],
    figure: { name: 'refused', caption: 'Refused: the joker is too low.' },
  },
  {
    title: 'The Black Cat',
    rules: [
      rule(
        'When a 15 is drawn from the pile, the Black Cat comes: everyone with more than five cards in hand keeps five of their choice and discards the rest, one player after another, starting with whoever drew. Columns are safe. Then the 15 is placed like any card.',
        'AS-17',
      ),
      rule('A 15 taken from the common sky calls no cat.', 'AS-17'),
    ],
    figure: { name: 'cat', caption: 'Every 15 carries the sign of the cat.' },
  },
  {
    title: 'When the pile runs out',
    rules: [
      rule(
        'Drawing from an empty pile first shuffles the discard into a new one. If both are empty, you can only take fitting cards of the common sky, then stop. If both are still empty when a turn ends, the game is over.',
        'AS-18',
      ),
    ],
  },
  {
    title: 'The end',
    rules: [
      rule(
        'The game ends at once when a diploma leaves books of at most three colours (two or three players) or two colours (four or five).',
        'AS-19',
      ),
      rule('It also ends after 200 turns in a row without a diploma.', 'AS-20'),
      rule(
        'Each book is worth 1 point; books of all five colours bring 1 more. Whoever has the most points wins; if points are level, whoever has the most cards in hand; if those are level too, the win is shared.',
        'AS-21',
      ),
    ],
    figure: { name: 'score', caption: 'Seven books in all five colours: 7 + 1 = 8 points.' },
  },
  {
    title: 'What you may see',
    rules: [
      rule(
        'Nobody knows the order of the pile. You hold your hand as in any card game, but every card in it was taken in plain sight, so the screen shows it unless the table is set up otherwise.',
      ),
    ],
  },
  {
    title: 'Variants',
    rules: [
      rule('Soft landing: even after a soft flight, whoever stops must land a column.', 'AS-11'),
      rule('Diplomas: as many per turn as the hand allows, one after the other, instead of one.', 'AS-16'),
      rule('Five colours: one point for each complete set of five instead of a single one.', 'AS-21'),
      rule('Patience: the number of turns without a diploma that end the game, from 10 to 1000.', 'AS-20'),
      rule('Memory: the hands of the others are hidden; only their size is shown.'),
    ],
  },
];
