/** The result of the last try to connect. The browser leaves during the try. Kept until the next page load. */
import { useSyncExternalStore } from "react";

let failure: string | null = null;
const watchers = new Set<() => void>();

/** @param reason the sentence; null: it worked, or is being retried */
export function noteAttempt(reason: string | null): void {
  failure = reason;
  for (const notify of watchers) notify();
}

/** The reason for the failure, or null. */
export function useFailedAttempt(): string | null {
  return useSyncExternalStore(watch, () => failure);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
