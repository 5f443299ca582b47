/** Pictures of those who play: a person's animal, a bot by its level, and one for who has chosen none. */
import chick from 'art:front-facing-baby-chick';
import cow from 'art:cow-face';
import dog from 'art:dog-face';
import dragon from 'art:dragon-face';
import hamster from 'art:hamster';
import hedgehog from 'art:hedgehog';
import horse from 'art:horse-face';
import koala from 'art:koala';
import monkey from 'art:monkey-face';
import panda from 'art:panda';
import parrot from 'art:parrot';
import pig from 'art:pig-face';
import raccoon from 'art:raccoon';
import tiger from 'art:tiger-face';
import unicorn from 'art:unicorn';
import wolf from 'art:wolf';
import type { FaceName, SeatInfo } from '../../api/types';
import nobody from './nobody.svg';
import robot from './robot.svg';
import amateur from './robot-amateur.svg';
import beginner from './robot-beginner.svg';
import expert from './robot-expert.svg';
import prodigy from './robot-prodigy.svg';
import virtuoso from './robot-virtuoso.svg';

const ANIMALS: Record<FaceName, string> = {
  ...{ panda, koala, tiger, dog, wolf, raccoon, hamster, monkey },
  ...{ cow, pig, horse, unicorn, dragon, chick, hedgehog, parrot },
};
const ROBOTS: Record<string, string> = { beginner, amateur, expert, virtuoso, prodigy };

export const FACES = Object.keys(ANIMALS) as FaceName[];

/** Whose picture: a person's face, or a bot. */
export type Pictured = Pick<SeatInfo, 'face' | 'bot'>;

export function pictureOf({ face, bot }: Pictured): string {
  if (bot !== null) return ROBOTS[bot] ?? robot;
  return (ANIMALS as Record<string, string | undefined>)[face ?? ''] ?? nobody;
}

/** A face that none of these have, where there is one. */
export function anotherFace(taken: readonly (string | null | undefined)[]): FaceName {
  const free = FACES.filter((face) => !taken.includes(face));
  const choice = free.length ? free : FACES;
  return choice[Math.floor(Math.random() * choice.length)]!;
}
