/**
 * Spans of time as single characters: what a line keeps and every phone gets
 * of its pace. Each step of the scale is 14 % longer than the one before,
 * which is finer than any wait can be foretold. Holds the scale only; what the
 * characters mean is pace.ts.
 */

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

/** A span in ms as one character; what lies beyond the scale is its end. */
export function spanText(ms: number): string {
  return numberText(Math.log(Math.max(ms, SHORTEST_MS) / SHORTEST_MS) / STEP);
}

/** The spans in ms of a text of spanText's characters. @throws Error for any other character */
export function spansIn(text: string): number[] {
  const spans: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    spans.push(SPANS[numberIn(text.charAt(i))] ?? LONGEST_MS);
  }
  return spans;
}

/** A whole number as one character: 0 to 63, others are cut to that. */
export function numberText(value: number): string {
  return ALPHABET.charAt(Math.min(LAST, Math.max(0, Math.round(value))));
}

/** The number of one character. @throws Error for one that numberText does not write */
export function numberIn(character: string): number {
  const value = VALUES.get(character);
  if (value === undefined) throw new Error("Not a pace");
  return value;
}
