/** The address bar of the customers' page as state, without React Router. */
import { useSyncExternalStore } from "react";

const CHANGED = "yourturn:address";

function subscribe(notify: () => void): () => void {
  const names = ["popstate", "hashchange", CHANGED];
  names.forEach((name) => window.addEventListener(name, notify));
  return () =>
    names.forEach((name) => window.removeEventListener(name, notify));
}

export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => window.location.search);
}

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}

/** `fragment` with its "#". `replace` adds no step for the back button. */
export function goToFragment(
  fragment: string,
  how: { replace?: boolean } = {},
): void {
  if (how.replace) return replaceAddress(fragment);
  window.history.pushState(null, "", fragment);
  window.dispatchEvent(new Event(CHANGED));
}

/** Puts another address, or part of one, in place of this one, without a step for the back button. */
export function replaceAddress(address: string): void {
  window.history.replaceState(null, "", address);
  window.dispatchEvent(new Event(CHANGED));
}
