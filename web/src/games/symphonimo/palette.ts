/** The eleven families: an animal, its instrument, the colours of its card and its pitch. */
import accordion from 'art:accordion';
import banjo from 'art:banjo';
import bear from 'art:bear';
import bell from 'art:bell';
import cat from 'art:cat-face';
import drum from 'art:drum';
import duck from 'art:duck';
import elephant from 'art:elephant';
import flute from 'art:flute';
import fox from 'art:fox';
import frog from 'art:frog';
import guitar from 'art:guitar';
import bee from 'art:honeybee';
import lion from 'art:lion';
import maracas from 'art:maracas';
import mouse from 'art:mouse-face';
import piano from 'art:musical-keyboard';
import owl from 'art:owl';
import rabbit from 'art:rabbit-face';
import saxophone from 'art:saxophone';
import trumpet from 'art:trumpet';
import violin from 'art:violin';

interface Family {
  animal: string;
  instrument: string;
  /** Behind the animal. */
  field: string;
  /** The numeral, at least 4.5 : 1 on paper. */
  tint: string;
  /** A MIDI number; the heavier the animal, the lower it sings. */
  pitch: number;
}

/** By the number on the card, which is also how many cards the family has (SY-1). */
export const FAMILIES: Record<string, Family> = {
  3: { animal: elephant, instrument: trumpet, field: '#cdd9e6', tint: '#37506b', pitch: 43 },
  4: { animal: bear, instrument: accordion, field: '#e6cba8', tint: '#6b4120', pitch: 45 },
  5: { animal: lion, instrument: drum, field: '#bfe3d0', tint: '#14603f', pitch: 48 },
  6: { animal: fox, instrument: violin, field: '#ffd0a8', tint: '#96400b', pitch: 50 },
  7: { animal: owl, instrument: piano, field: '#d3c3ee', tint: '#57358a', pitch: 52 },
  8: { animal: frog, instrument: banjo, field: '#d4ecab', tint: '#44620a', pitch: 55 },
  9: { animal: rabbit, instrument: guitar, field: '#f8c6d6', tint: '#99274f', pitch: 57 },
  10: { animal: duck, instrument: saxophone, field: '#b8e0f0', tint: '#0d5a78', pitch: 60 },
  11: { animal: cat, instrument: flute, field: '#f3b9ae', tint: '#8f2a1b', pitch: 62 },
  12: { animal: mouse, instrument: maracas, field: '#e9e3c4', tint: '#5a5414', pitch: 64 },
  13: { animal: bee, instrument: bell, field: '#ffe07a', tint: '#6b4d00', pitch: 67 },
};
