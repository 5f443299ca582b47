/** Filling the placeholders of a text, as one says it: in French « de » and « que » lose their vowel before another. */
export type Values = Record<string, string | number>;

const VOWEL = /^[aeiouàâäéèêëîïôöùûüœæ]/i;

export function fill(text: string, values: Values): string {
  return text
    .replace(/\b([Dd]|[Qq]u)e \{(\w+)\}/g, (whole, start: string, name: string) =>
      VOWEL.test(String(values[name] ?? '')) ? `${start}'{${name}}` : whole,
    )
    .replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
