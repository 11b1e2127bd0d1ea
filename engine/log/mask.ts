/**
 * Masks personal data in a message: addresses, phone numbers, secrets, and values, which error texts quote. Callers can
 * influence messages, so every pattern takes linear time.
 */

/** A double-quoted value, up to the end of the line if unclosed. */
const QUOTED = /"(?:[^"\\\n]|\\[^])*["\\]?/g;
/**
 * The same, or a single-quoted value, or the rest of a line after an unclosed single quote. Apostrophes do not count.
 */
const EITHER =
  /"(?:[^"\\\n]|\\[^])*["\\]?|(?<!\w)'(?:[^'\\\n]|\\[^]|'(?=\w))*(')?/g;
const VALUE = '"…"';
/** Possible keys, tokens, hashes and ids (isSecret decides). */
const LONG = /[\w+/=-]{20,}(?:\.[\w-]{4,})*/g;
/** Possible addresses (isAddress decides). */
const RUN = /[^\s"<>,;]+/g;
/** Seven digits or more, in any grouping. */
const NUMBER = /\+?\d(?:[ ().\u00a0/-]{0,2}\d){6,}/g;

/** @param isSpoken keeps quoted text, for messages that a function's author wrote for the log */
export function masked(message: string, isSpoken: boolean): string {
  const told = isSpoken ? message : unquoted(message);
  return told
    .replace(RUN, (run) => (isAddress(run) ? "…@…" : run))
    .replace(LONG, (run) => (isSecret(run) ? "…" : run))
    .replace(NUMBER, "…");
}

/** In order of their start: one kind of quote may be inside the other. */
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

/** Words and paths do not mix digits with upper and lower case. */
function isSecret(run: string): boolean {
  if (!/\d/.test(run)) return false;
  return /[A-Z]/.test(run) ? /[a-z]/.test(run) : !run.includes("/");
}
