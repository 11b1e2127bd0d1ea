/**
 * Takes out of a message what may be somebody's: addresses, numbers of telephones, secrets, and values, which texts of errors
 * put in quotation marks. A message says what went wrong; with whom is nobody's business who reads a log.
 */

/** Values in the engine's and in others' texts; an apostrophe is no such mark. */
const QUOTED = /"(?:[^"\\\n]|\\[^])*"|(?<!\w)'(?:[^'\\\n]|\\[^])*'(?!\w)/g;
/** Keys, tokens, hashes, ids: long, and not a word of a language nor a path. */
const LONG = /[\w+/=-]{20,}(?:\.[\w-]{4,})*/g;
const EMAIL = /[^\s"<>,;]+@[^\s"<>,;]+/g;
/** Seven digits or more, however they are grouped. */
const NUMBER = /\+?\d(?:[ ().\u00a0/-]{0,2}\d){6,}/g;

/** @param isSpoken leaves what stands in quotation marks, where a function's author has written it for the log */
export function masked(message: string, isSpoken: boolean): string {
  const told = isSpoken ? message : message.replace(QUOTED, '"…"');
  return told
    .replace(EMAIL, "…@…")
    .replace(LONG, (run) => (isSecret(run) ? "…" : run))
    .replace(NUMBER, "…");
}

/** Words and paths have no digits among small and large letters. */
function isSecret(run: string): boolean {
  if (!/\d/.test(run)) return false;
  return /[A-Z]/.test(run) ? /[a-z]/.test(run) : !run.includes("/");
}
