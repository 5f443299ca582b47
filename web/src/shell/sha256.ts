/** SHA-256 (FIPS 180-4). The browser's own exists only behind https: a family's server at home has none. */

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);

/** The first 32 bits of the fraction of a prime's root: exact, since doubles have 53. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** The hash of some bytes, as hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) words[i] = i < 16 ? view.getInt32(block + 4 * i) : extended(words, i);
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + words[i]!;
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => (hash[i] = hash[i]! + value));
  }
  return Array.from(hash, (value) => (value >>> 0).toString(16).padStart(8, '0')).join('');
}

function extended(words: Int32Array, i: number): number {
  const [late, early] = [words[i - 2]!, words[i - 15]!];
  const one = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  const other = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  return (one + words[i - 7]! + other + words[i - 16]!) | 0;
}

/** The bytes that hexadecimal digits stand for. */
export const bytesOf = (digits: string) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Some bytes as hexadecimal digits. */
export const digitsOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
