import type { Section } from './content';

export const EN: Section[] = [
  {
    title: 'The aim',
    lead: 'One melody grows on one staff, and everybody adds to it. If nobody has added anything by the time your turn comes round again, the whole staff can be yours. Every card you win this way is a point; cards you hoard cost you.',
    rules: [],
  },
  {
    title: 'The cards',
    rules: [
      {
        article: 'RP-1',
        text: [
          '54 PLAY cards make the music: the seven notes do re mi fa sol la si (C to B) from low to high, six sharps and six flats; six of each note.',
          '30 RYTHM cards are your purse: each is worth its beats. And one key card, with a sharp side and a flat side, lies by the staff.',
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
            caption: 'PLAY: notes from the lowest to the highest, then the two alterations.',
          },
          {
            kind: 'cards',
            cards: [
              { card: 'whole', note: '× 2' },
              { card: 'half', note: '× 4' },
              { card: 'quarter', note: '× 8' },
              { card: 'eighth', note: '× 16' },
            ],
            caption: 'RYTHM: whole note 4 beats, half note 2, quarter note 1, eighth note ½.',
          },
        ],
      },
      {
        article: 'RP-2',
        title: 'Before the first turn',
        text: [
          'Everybody starts with four PLAY cards and one RYTHM card; what is left makes two face-down piles. The staff is empty.',
          'The last player in turn order looks at his hand and picks a side of the key card: sharp, so the melody begins by rising, or flat, so it begins by falling.',
        ],
      },
    ],
  },
  {
    title: 'Your turn',
    lead: 'Do exactly one of these.',
    rules: [
      {
        article: 'RP-3',
        title: 'Compose a note',
        text: [
          'Put one note at the end of the staff. An empty staff takes any note. After that the key decides: under a sharp the new note must be higher than the last one, under a flat lower. Skipping is fine, repeating is not, and there is no way round from si back to do.',
        ],
        examples: [
          { kind: 'staff', key: 'sharp', cards: ['do', 're', 'fa', 'la', 'si'], ok: true, caption: 'Key sharp: always higher, with leaps.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'fa'], ok: false, caption: 'The same note again: refused.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'mi'], ok: false, caption: 'Key sharp, but lower: refused.' },
        ],
      },
      {
        article: 'RP-4',
        title: 'Compose an alteration',
        text: [
          'A sharp or a flat goes straight after a note: it can neither open a staff nor follow another alteration. It turns the key card to its own side, or leaves it there.',
          'The next note is still compared with the last note, as if the alteration were glass. So after si and a sharp, or do and a flat, nothing can follow: the staff is closed, and only waits to be collected.',
        ],
        examples: [
          { kind: 'staff', key: 'sharp', cards: ['fa', 'sharp', 'sol'], ok: true, caption: 'Up from fa.' },
          { kind: 'staff', key: 'flat', cards: ['fa', 'flat', 'mi'], ok: true, caption: 'The flat turns the key: down from fa.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'sharp', 'fa'], ok: false, caption: 'Not higher than fa: refused.' },
          { kind: 'staff', key: 'sharp', cards: ['fa', 'sharp', 'flat'], ok: false, caption: 'Two alterations in a row: refused.' },
          { kind: 'staff', key: 'sharp', cards: ['si', 'sharp'], ok: true, closed: true, caption: 'Nothing is higher than si: closed.' },
          { kind: 'staff', key: 'flat', cards: ['si', 'flat', 'la'], ok: true, caption: 'But si, flat, la goes on.' },
        ],
      },
      {
        article: 'RP-5',
        title: 'Collect the staff',
        text: [
          'When your turn comes and the last card on the staff is still yours, you have two choices and no other: add to it and hope again, or take every card of it, face down before you. Even a single card can be taken.',
          'The key card stays as it lies; the next staff starts under it.',
        ],
      },
      {
        article: 'RP-6',
        title: 'Exchange',
        text: [
          'Throw RYTHM cards worth 1, 2, 3 or 4 beats, no half left over, onto the RYTHM discard, and draw one PLAY card for each beat. If the pile has fewer, take what there is; if it is empty, there is nothing to exchange for.',
        ],
        examples: [
          { kind: 'exchange', cards: ['whole'], draws: 4, caption: '4 beats' },
          { kind: 'exchange', cards: ['half', 'quarter'], draws: 3, caption: '3 beats' },
          { kind: 'exchange', cards: ['eighth', 'eighth'], draws: 1, caption: '1 beat' },
          { kind: 'exchange', cards: ['quarter', 'eighth'], draws: null, caption: '1½ beats: refused' },
          { kind: 'exchange', cards: ['whole', 'quarter'], draws: null, caption: '5 beats: refused' },
        ],
      },
      {
        article: 'RP-7',
        title: 'Draw',
        text: [
          'Take the top RYTHM card. If that pile has run out, its discard is shuffled into a new one first; if there is no RYTHM card left at all, you cannot draw.',
        ],
      },
      { article: 'RP-8', title: 'Pass', text: ['Only when none of the others is possible.'] },
    ],
  },
  {
    title: 'Seven cards at most',
    rules: [
      {
        article: 'RP-9',
        text: [
          'PLAY and RYTHM together, no hand may keep more than seven cards. Whatever is over goes at once: PLAY cards that you choose, laid face up before you until the end, where each costs 3 points.',
          'RYTHM cards can never be thrown away like this. Holding seven of them and no PLAY card, you may not draw.',
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
            caption: 'Six cards. Exchanging the whole note makes nine: two PLAY cards must go face up, −6.',
          },
        ],
      },
    ],
  },
  {
    title: 'The end',
    rules: [
      {
        article: 'RP-10',
        text: [
          'The game stops the moment when the PLAY pile and the staff are both empty and nobody has cards too many. Drawing the last PLAY card with no staff on the table therefore ends it on the spot.',
        ],
      },
      {
        article: 'RP-11',
        text: ['If a staff lies there when the pile runs out, play goes on without exchanges until somebody collects it.'],
      },
      {
        article: 'RP-10',
        title: 'Option: one last staff',
        text: [
          'When the last PLAY card is drawn with no staff on the table, the game does not stop yet: one more staff may be played. It ends when that staff is collected, or when everybody has had a turn after that draw and the staff is still empty.',
        ],
      },
    ],
  },
  {
    title: 'The points',
    rules: [
      {
        article: 'RP-12',
        text: [
          'A collected card is worth 1. A card face up before you costs 3. PLAY cards left in your hand count nothing; RYTHM cards left in it cost their beats, half points included.',
          'Most points wins. If they are level, the fewest RYTHM cards in hand; if those are level too, the win is shared.',
        ],
        examples: [
          { kind: 'score', collected: 8, faceUp: ['re'], hand: ['eighth', 'sol'], caption: '8 − 3 − 0.5 = 4.5 points; the sol counts nothing.' },
        ],
      },
    ],
  },
  {
    title: 'What everybody may know',
    lead: 'Hands and the order of the piles are secret. How many PLAY and how many RYTHM cards each player holds is open, and so are the staff, the key, the cards face up and the RYTHM discard. Collected cards lie face down, but everybody saw them: the card counts on the table remember them for you.',
    rules: [],
  },
];
