/**
 * How the session of this page ended: on purpose, or somewhere else. Kept
 * outside React, because a session ends before the next screen has been loaded.
 */
let onPurpose = false;
let elsewhere = false;
const watchers = new Set<() => void>();

/** Begins or calls off a logout. */
export function setLoggingOut(is: boolean): void {
  onPurpose = is;
}

/** True from pressing Logout until the login page is there: it does not lead back to where somebody was. */
export function isLoggingOut(): boolean {
  return onPurpose;
}

/** Notes that a session ended without a word, or that this has been told. */
export function setEndedElsewhere(is: boolean): void {
  elsewhere = is;
  watchers.forEach((notify) => notify());
}

/** Whether the login page owes somebody an explanation. */
export function hasEndedElsewhere(): boolean {
  return elsewhere;
}

/** Calls back when that changes. Returns what stops it. */
export function watchEnded(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
