/** Invisible characters that copying brings along, such as the direction marks around a number from a phone's contacts. */

const HIDDEN = /\p{Cf}/gu;
/** No number, address or code is as long. A caller may send megabytes, and cleaning them takes seconds. */
const MAX_READ = 1_000;

/** The beginning of a text without them; for numbers, addresses and codes. Names: names.ts, because some joiners belong to them. */
export function withoutHidden(text: string): string {
  return text.slice(0, MAX_READ).replace(HIDDEN, "");
}
