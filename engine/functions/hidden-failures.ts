/**
 * What clients are not told in production: failures of user code, for the engine's own output. Not what is thrown on
 * purpose, and not the engine's complaints about a call: those hold what the caller sent.
 */
import { fullText, type Thrown } from "./thrown.ts";

/** Anybody can make a function fail; more than this a minute would let them fill a disk. */
const A_MINUTE = 30;
const MINUTE = 60_000;
const LONGEST = 4096;

/**
 * @param write gets what happened, with the id that the client was shown
 * @param now milliseconds since the epoch
 */
export function hiddenFailures(
  write: (what: string, text: string) => void,
  now: () => number = Date.now,
): (requestId: string, thrown: Thrown) => void {
  let since = -Infinity;
  let written = 0;
  return (requestId, thrown) => {
    if (thrown.data !== undefined || thrown.frames.length === 0) return;
    if (now() >= since + MINUTE) {
      since = now();
      written = 0;
    }
    written += 1;
    if (written > A_MINUTE) return;
    const text = fullText(thrown).slice(0, LONGEST).trimEnd();
    write(`[Request ID: ${requestId}]`, inOneEntry(text));
  };
}

/** What callers sent may be part of the text: it must neither look like another entry nor steer a terminal. */
function inOneEntry(text: string): string {
  const plain = text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, "?");
  return plain.replace(/\n(?! {4})/g, "\n    ");
}
