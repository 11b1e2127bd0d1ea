/** How this page's session ended. Outside React, because it ends before the next screen loads. */
let onPurpose = false;
let elsewhere = false;
const watchers = new Set<() => void>();

export function setLoggingOut(is: boolean): void {
  onPurpose = is;
}

/** True from pressing Logout until the login page shows. That page then leads to no earlier screen. */
export function isLoggingOut(): boolean {
  return onPurpose;
}

/** Notes that a session ended unexpectedly, or that the user has been notified. */
export function setEndedElsewhere(is: boolean): void {
  elsewhere = is;
  watchers.forEach((notify) => notify());
}

/** Whether the login page must explain an ended session. */
export function hasEndedElsewhere(): boolean {
  return elsewhere;
}

/** Notifies when that changes. Returns a function that stops it. */
export function watchEnded(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
