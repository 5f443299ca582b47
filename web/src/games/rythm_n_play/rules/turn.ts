/** What may be done on a turn: RP-3 to RP-8. */
import type { Section } from './types';

export const TURN: Section = {
  title: { en: 'Your turn', fr: 'À votre tour' },
  lead: { en: 'Do exactly one of these.', fr: 'Faites une de ces choses, une seule.' },
  rules: [
    {
      article: 'RP-3',
      title: { en: 'Compose a note', fr: 'Composer une note' },
      text: [
        {
          en: 'Put one note at the end of the staff. An empty staff takes any note. After that the direction decides: going up (sharp), the new note must be higher than the last one; going down (flat), lower. You may skip notes but not repeat one, and you cannot wrap around from si to do.',
          fr: "Ajoutez une note au bout de la portée. Une portée vide accepte n'importe laquelle. Ensuite, la tonalité décide : sous un dièse, la nouvelle note doit être plus haute que la dernière, sous un bémol plus basse. On peut sauter des notes, jamais en répéter une, et l'on ne revient pas de si à do en faisant le tour.",
        },
      ],
      examples: [
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['do', 're', 'fa', 'la', 'si'],
          ok: true,
          caption: {
            en: 'Direction up: always higher, with leaps.',
            fr: 'Tonalité dièse : toujours plus haut, en sautant.',
          },
        },
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['fa', 'fa'],
          ok: false,
          caption: { en: 'The same note again: refused.', fr: 'Encore la même note : refusé.' },
        },
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['fa', 'mi'],
          ok: false,
          caption: { en: 'Direction up, but lower: refused.', fr: 'Tonalité dièse, mais plus bas : refusé.' },
        },
      ],
    },
    {
      article: 'RP-4',
      title: { en: 'Compose an accidental', fr: 'Composer une altération' },
      text: [
        {
          en: 'A sharp or a flat goes straight after a note: it can neither open a staff nor follow another accidental. It turns the direction card to its own side, or leaves it there.',
          fr: "Un dièse ou un bémol se pose tout de suite après une note : il n'ouvre pas une portée et ne suit pas une autre altération. Il tourne la carte Tonalité de son côté, ou l'y laisse.",
        },
        {
          en: 'The next note is still compared with the last note, as if the accidental were not there. So after si and a sharp, or do and a flat, nothing can follow: the staff is closed, and only waits to be collected.',
          fr: "La note suivante se compare toujours à la dernière note, comme si l'altération n'était pas là. Après si et un dièse, ou do et un bémol, rien ne peut donc suivre : la portée est close, il ne reste qu'à la ramasser.",
        },
      ],
      examples: [
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['fa', 'sharp', 'sol'],
          ok: true,
          caption: { en: 'Up from fa.', fr: 'On monte à partir de fa.' },
        },
        {
          kind: 'staff',
          key: 'flat',
          cards: ['fa', 'flat', 'mi'],
          ok: true,
          caption: {
            en: 'The flat turns the direction: down from fa.',
            fr: 'Le bémol tourne la tonalité : on descend de fa.',
          },
        },
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['fa', 'sharp', 'fa'],
          ok: false,
          caption: { en: 'Not higher than fa: refused.', fr: 'Pas plus haut que fa : refusé.' },
        },
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['fa', 'sharp', 'flat'],
          ok: false,
          caption: { en: 'Two accidentals in a row: refused.', fr: 'Deux altérations de suite : refusé.' },
        },
        {
          kind: 'staff',
          key: 'sharp',
          cards: ['si', 'sharp'],
          ok: true,
          closed: true,
          caption: { en: 'Nothing is higher than si: closed.', fr: "Rien n'est plus haut que si : close." },
        },
        {
          kind: 'staff',
          key: 'flat',
          cards: ['si', 'flat', 'la'],
          ok: true,
          caption: { en: 'But after si and a flat, la can follow.', fr: 'Mais après si et bémol, la peut suivre.' },
        },
      ],
    },
    {
      article: 'RP-5',
      title: { en: 'Collect the staff', fr: 'Ramasser la portée' },
      text: [
        {
          en: 'When your turn comes and the last card on the staff is still yours, you have two choices and no other: add to it and hope again, or take every card of it, face down in front of you. Even a single card can be taken.',
          fr: 'Quand votre tour arrive et que la dernière carte de la portée est encore la vôtre, vous avez deux possibilités, pas une de plus : la prolonger en espérant encore, ou en prendre toutes les cartes, face cachée devant vous. Même une carte seule se prend.',
        },
        {
          en: 'The direction card stays as it is; the next staff starts with it.',
          fr: 'La carte Tonalité reste comme elle est ; la portée suivante commence avec elle.',
        },
      ],
    },
    {
      article: 'RP-6',
      title: { en: 'Exchange', fr: 'Échanger' },
      text: [
        {
          en: 'Put RYTHM cards worth 1, 2, 3 or 4 beats, no half left over, on the RYTHM discard, and draw one PLAY card for each beat. If the pile has fewer, take what there is; if it is empty, there is nothing to exchange for.',
          fr: "Posez sur la défausse RYTHM des cartes qui font 1, 2, 3 ou 4 temps, sans demi-temps en trop, et piochez une carte PLAY par temps. S'il en reste moins, prenez ce qu'il y a ; si la pioche est vide, il n'y a plus rien à échanger.",
        },
      ],
      examples: [
        {
          kind: 'exchange',
          cards: ['whole'],
          draws: 4,
          caption: { en: '4 beats', fr: '4 temps' },
        },
        {
          kind: 'exchange',
          cards: ['half', 'quarter'],
          draws: 3,
          caption: { en: '3 beats', fr: '3 temps' },
        },
        {
          kind: 'exchange',
          cards: ['eighth', 'eighth'],
          draws: 1,
          caption: { en: '1 beat', fr: '1 temps' },
        },
        {
          kind: 'exchange',
          cards: ['quarter', 'eighth'],
          draws: null,
          caption: { en: '1½ beats: refused', fr: '1½ temps : refusé' },
        },
        {
          kind: 'exchange',
          cards: ['whole', 'quarter'],
          draws: null,
          caption: { en: '5 beats: refused', fr: '5 temps : refusé' },
        },
      ],
    },
    {
      article: 'RP-7',
      title: { en: 'Draw', fr: 'Piocher' },
      text: [
        {
          en: 'Take the top RYTHM card. If that pile has run out, its discard is shuffled into a new one first; if there is no RYTHM card left at all, you cannot draw.',
          fr: "Prenez la première carte de la pioche RYTHM. Si elle est épuisée, sa défausse mélangée la remplace d'abord ; s'il n'y a plus aucune carte RYTHM, on ne peut pas piocher.",
        },
      ],
    },
    {
      article: 'RP-8',
      title: { en: 'Pass', fr: 'Passer' },
      text: [
        {
          en: 'Only when none of the others is possible.',
          fr: "Seulement si rien d'autre n'est possible.",
        },
      ],
    },
  ],
};
