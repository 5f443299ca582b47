/** Small wooden sounds and real pitches, made by the browser: nothing to load, nothing before a first gesture. */
import type { Sound } from '../table/board';

const LOUDNESS = 0.16;
const NOTE_GAP_S = 0.16;
/** A melody of more notes is played quicker, so that a whole staff lasts no more than this. */
const LONGEST_S = 2.4;

let context: AudioContext | null = null;
let out: GainNode | null = null;

/** Browsers allow sound only after a gesture; called on each, it wakes the sound once. */
export function wake(): void {
  if (!context) {
    context = new AudioContext();
    out = context.createGain();
    out.gain.value = LOUDNESS;
    out.connect(context.destination);
  }
  if (context.state === 'suspended') void context.resume();
}

export function play({ notes, chord = false, kind = 'note' }: Sound): void {
  if (!context || !out || context.state !== 'running' || !notes.length) return;
  const gap = chord ? 0.012 : Math.min(NOTE_GAP_S, LONGEST_S / notes.length);
  const loud = chord ? 1 / Math.sqrt(notes.length) : 1;
  notes.forEach((note, i) => VOICES[kind](context!, out!, context!.currentTime + i * gap, hertz(note), loud));
}

const hertz = (midi: number) => 440 * 2 ** ((midi - 69) / 12);

type Voice = (audio: AudioContext, to: AudioNode, at: number, pitch: number, loud: number) => void;

/** A voice fades by itself: loud at once, gone after `length` seconds. */
function fading(audio: AudioContext, to: AudioNode, at: number, peak: number, length: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(peak, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(to);
  return gain;
}

function partial(audio: AudioContext, to: AudioNode, at: number, pitch: number, length: number, type: OscillatorType) {
  const oscillator = audio.createOscillator();
  oscillator.type = type;
  oscillator.frequency.value = pitch;
  oscillator.connect(to);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/** A bar of a marimba: the fundamental and its fourth harmonic, which dies sooner. */
const note: Voice = (audio, to, at, pitch, loud) => {
  partial(audio, fading(audio, to, at, 0.9 * loud, 0.9), at, pitch, 0.9, 'sine');
  partial(audio, fading(audio, to, at, 0.22 * loud, 0.18), at, pitch * 4, 0.18, 'sine');
};

/** A card put on a wooden table: a breath of noise through a narrow filter, over a short low knock. */
const wood: Voice = (audio, to, at, pitch, loud) => {
  const length = 0.05;
  const noise = audio.createBufferSource();
  const samples = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = samples.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
  noise.buffer = samples;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 3;
  filter.Q.value = 1.2;
  noise.connect(filter).connect(fading(audio, to, at, 0.8 * loud, length));
  noise.start(at);
  partial(audio, fading(audio, to, at, 0.35 * loud, 0.07), at, pitch, 0.07, 'triangle');
};

/** A low, soft tone: it is your turn. */
const soft: Voice = (audio, to, at, pitch, loud) => {
  partial(audio, fading(audio, to, at, 0.5 * loud, 0.6), at, pitch, 0.6, 'sine');
};

const VOICES: Record<NonNullable<Sound['kind']>, Voice> = { note, wood, soft };
