/** Invisible characters that copying brings along, such as the direction marks around a number from a phone's contacts. */

const HIDDEN = /\p{Cf}/gu;

/** The text without them; for numbers, addresses and codes. Names: names.ts, because some joiners belong to them. */
export function withoutHidden(text: string): string {
  return text.replace(HIDDEN, "");
}
