/** A picture for each word, so that it is found at a glance. */
import wow from 'art:astonished-face';
import well_played from 'art:clapping-hands';
import haha from 'art:face-with-tears-of-joy';
import good_luck from 'art:four-leaf-clover';
import good_game from 'art:handshake';
import no_hurry from 'art:hot-beverage';
import hooray from 'art:party-popper';
import close from 'art:pinching-hand';
import oops from 'art:see-no-evil-monkey';
import thanks from 'art:smiling-face-with-hearts';
import thinking from 'art:thinking-face';
import hello from 'art:waving-hand';
import type { Spoken } from '../../api/types';

export const PICTURES: Record<Spoken['word'], string> = {
  ...{ hello, good_luck, well_played, thanks, wow, oops },
  ...{ haha, thinking, no_hurry, close, hooray, good_game },
};
export const WORDS = Object.keys(PICTURES) as Spoken['word'][];
