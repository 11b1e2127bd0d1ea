/**
 * Takes out of a message what may be somebody's: addresses, numbers of telephones, secrets, and values, which texts of errors
 * put in quotation marks. A message says what went wrong; with whom is nobody's business who reads a log.
 * Callers write messages: every pattern takes time in proportion to the length, whatever it meets.
 */

/** A value in the engine's and in others' texts, up to the line's end where nothing closes it. */
const QUOTED = /"(?:[^"\\\n]|\\[^])*["\\]?/g;
/** The same, or one in single marks, or the rest of a line after a single mark that nothing closes; an apostrophe is none. */
const EITHER =
  /"(?:[^"\\\n]|\\[^])*["\\]?|(?<!\w)'(?:[^'\\\n]|\\[^]|'(?=\w))*(')?/g;
const VALUE = '"…"';
/** Keys, tokens, hashes, ids: long, and not a word of a language nor a path. */
const LONG = /[\w+/=-]{20,}(?:\.[\w-]{4,})*/g;
/** What may be an address: those with an @ inside are (isAddress). */
const RUN = /[^\s"<>,;]+/g;
/** Seven digits or more, however they are grouped. */
const NUMBER = /\+?\d(?:[ ().\u00a0/-]{0,2}\d){6,}/g;

/** @param isSpoken leaves what stands in quotation marks, where a function's author has written it for the log */
export function masked(message: string, isSpoken: boolean): string {
  const told = isSpoken ? message : unquoted(message);
  return told
    .replace(RUN, (run) => (isAddress(run) ? "…@…" : run))
    .replace(LONG, (run) => (isSecret(run) ? "…" : run))
    .replace(NUMBER, "…");
}

/** In the order in which they begin: one kind of mark may stand inside the other. */
function unquoted(text: string): string {
  return text.replace(EITHER, (found: string, end?: string) =>
    found.startsWith('"') || end !== undefined
      ? VALUE
      : found.replace(QUOTED, VALUE),
  );
}

function isAddress(run: string): boolean {
  return run.slice(1, -1).includes("@");
}

/** Words and paths have no digits among small and large letters. */
function isSecret(run: string): boolean {
  if (!/\d/.test(run)) return false;
  return /[A-Z]/.test(run) ? /[a-z]/.test(run) : !run.includes("/");
}
