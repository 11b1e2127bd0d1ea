/** Spans of time as single characters, 14 % apart: finer than a wait can be predicted. */

const ALPHABET =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const LAST = ALPHABET.length - 1;
const SHORTEST_MS = 5_000;
const LONGEST_MS = 6 * 60 * 60 * 1000;
const STEP = Math.log(LONGEST_MS / SHORTEST_MS) / LAST;
const VALUES = new Map(Array.from(ALPHABET, (one, value) => [one, value]));
const SPANS = Array.from(ALPHABET, (_, value) =>
  Math.round(SHORTEST_MS * Math.exp(value * STEP)),
);

/** A span in ms as one character, clamped to the scale. */
export function spanText(ms: number): string {
  return numberText(Math.log(Math.max(ms, SHORTEST_MS) / SHORTEST_MS) / STEP);
}

/** The spans in ms of a text written by spanText. @throws Error for any other character */
export function spansIn(text: string): number[] {
  const spans: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    spans.push(SPANS[numberIn(text.charAt(i))] ?? LONGEST_MS);
  }
  return spans;
}

/** A whole number as one character, clamped to 0..63. */
export function numberText(value: number): string {
  return ALPHABET.charAt(Math.min(LAST, Math.max(0, Math.round(value))));
}

/** The number of one character. @throws Error for a character that numberText does not write */
export function numberIn(character: string): number {
  const value = VALUES.get(character);
  if (value === undefined) throw new Error("Not a pace");
  return value;
}
