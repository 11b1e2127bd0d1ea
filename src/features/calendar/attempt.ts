/** The result of the last try to connect. The browser leaves during the try. Kept until the next page load. */
import { useSyncExternalStore } from "react";

let failure: string | null = null;
const watchers = new Set<() => void>();

export function noteAttempt(reason: string | null): void {
  failure = reason;
  for (const notify of watchers) notify();
}

export function useFailedAttempt(): string | null {
  return useSyncExternalStore(watch, () => failure);
}

function watch(notify: () => void): () => void {
  watchers.add(notify);
  return () => watchers.delete(notify);
}
