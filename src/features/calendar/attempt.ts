/** The result of the last try to connect. The browser leaves during the try. Kept until the next page load. */
import { useSyncExternalStore } from "react";
import { newListeners } from "../../lib/listeners";

let failure: string | null = null;
const watchers = newListeners();

export function noteAttempt(reason: string | null): void {
  failure = reason;
  watchers.notify();
}

export function useFailedAttempt(): string | null {
  return useSyncExternalStore(watchers.subscribe, () => failure);
}
