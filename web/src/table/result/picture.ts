/** A picture of a result to show to others: drawn here, sent nowhere. */
import type { Outcome, SeatInfo } from '../../api/types';
import { pictureOf } from '../../shell/faces/faces';
import { byPlace } from '../board';

export const PICTURE = { width: 1200, height: 630 };

export interface Pictured {
  /** The game's title, and under it when it was played. */
  title: string;
  date: string;
  sentence: string;
  outcome: Outcome;
  names: readonly string[];
  seats: readonly SeatInfo[];
  /** A score in words. */
  points: (score: number) => string;
}

const CROWN = new Path2D('M4 18h16M4 15L3 7l5 4 4-6 4 6 5-4-1 8z');

/** Gold that is seen on paper. */
const CROWN_COLOUR = '#8a5a00';

/** Draw a result with the colours of the game, as `around` has them. */
export async function draw(canvas: HTMLCanvasElement, shown: Pictured, around: Element): Promise<void> {
  const { title, date, sentence, outcome, names, seats, points } = shown;
  const pen = canvas.getContext('2d')!;
  const faces = await Promise.all(seats.map((seat) => loaded(pictureOf(seat))));
  await document.fonts.ready;
  const colour = (name: string) => resolved(around, `var(${name})`);
  const style = getComputedStyle(around);
  const [serif, sans] = [style.getPropertyValue('--serif'), style.getPropertyValue('--sans')];
  const { width, height } = PICTURE;
  Object.assign(canvas, PICTURE);

  const cloth = pen.createRadialGradient(width / 2, 0, 60, width / 2, 0, width * 0.75);
  cloth.addColorStop(0, colour('--cloth'));
  cloth.addColorStop(1, colour('--cloth-2'));
  pen.fillStyle = cloth;
  pen.fillRect(0, 0, width, height);
  pen.strokeStyle = colour('--ring');
  pen.lineWidth = 4;
  pen.strokeRect(18, 18, width - 36, height - 36);

  pen.fillStyle = colour('--on-cloth');
  pen.textBaseline = 'alphabetic';
  pen.font = `600 68px ${serif}`;
  fitted(pen, title, 64, 112, 720);
  pen.textAlign = 'right';
  pen.font = `400 30px ${sans}`;
  fitted(pen, date, width - 64, 106, 340);
  pen.textAlign = 'left';
  pen.font = `600 34px ${serif}`;
  fitted(pen, sentence, 64, 172, width - 128);

  const order = byPlace(outcome.places);
  const room = height - 260;
  const step = Math.min(96, room / order.length);
  order.forEach((seat, i) => {
    const top = 208 + i * step;
    const middle = top + step / 2;
    const won = outcome.winners.includes(seat);
    pen.fillStyle = colour('--paper');
    pen.beginPath();
    pen.roundRect(64, top + 4, width - 128, step - 8, 14);
    pen.fill();
    if (won) {
      pen.strokeStyle = colour('--ring');
      pen.stroke();
    }
    const size = Math.min(64, step - 18);
    const face = faces[seat];
    if (face) pen.drawImage(face, 140, middle - size / 2, size, size);
    pen.fillStyle = colour('--ink');
    pen.textBaseline = 'middle';
    pen.font = `650 36px ${serif}`;
    pen.fillText(String(outcome.places[seat] ?? ''), 92, middle + 2);
    pen.font = `${won ? 700 : 400} 34px ${sans}`;
    const written = fitted(pen, names[seat] ?? '', 224, middle + 2, 560);
    pen.textAlign = 'right';
    pen.font = `650 36px ${serif}`;
    pen.fillText(points(outcome.scores[seat] ?? 0), width - 92, middle + 2);
    pen.textAlign = 'left';
    if (won) crown(pen, 224 + written + 14, middle - 22, CROWN_COLOUR);
  });

  pen.fillStyle = colour('--on-cloth');
  pen.textBaseline = 'alphabetic';
  pen.font = `600 28px ${serif}`;
  pen.fillText('Quatuor', 64, height - 38);
}

function crown(pen: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(1.7, 1.7);
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 2;
  pen.lineJoin = pen.lineCap = 'round';
  pen.stroke(CROWN);
  pen.fill(CROWN);
  pen.restore();
}

/** A text that is cut where there is no more room for it; answers how wide it is. */
function fitted(pen: CanvasRenderingContext2D, text: string, x: number, y: number, room: number): number {
  let shown = text;
  while (shown.length > 1 && pen.measureText(shown).width > room) shown = `${shown.replace(/…$/, '').slice(0, -1)}…`;
  pen.fillText(shown, x, y);
  return pen.measureText(shown).width;
}

/** A colour of a style sheet as a canvas takes it. */
function resolved(around: Element, colour: string): string {
  const probe = document.createElement('span');
  probe.style.color = colour;
  around.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

/** A picture, or null where it cannot be had: the rest is drawn all the same. */
async function loaded(source: string): Promise<HTMLImageElement | null> {
  const image = new Image(64, 64);
  image.src = source;
  return image.decode().then(
    () => image,
    () => null,
  );
}
