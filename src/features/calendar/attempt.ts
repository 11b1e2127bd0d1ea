/** How the last try to connect ended, for the card: the browser has been away since it was begun. Until the page is loaded again. */
import { useSyncExternalStore } from "react";

let failure: string | null = null;
const watchers = new Set<() => void>();

/** @param reason the sentence; null: it has worked, or is tried again */
export function noteAttempt(reason: string | null): void {
  failure = reason;
  for (const notify of watchers) notify();
}

/** Why it failed; null if it did not. */
export function useFailedAttempt(): string | null {
  return useSyncExternalStore(watch, () => failure);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
