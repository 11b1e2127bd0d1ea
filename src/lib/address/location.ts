/**
 * The address bar of the customers' page as state. The other screens use React Router, which a single-path page need
 * not download.
 */
import { useSyncExternalStore } from "react";

const CHANGED = "yourturn:address";

function subscribe(notify: () => void): () => void {
  const names = ["popstate", "hashchange", CHANGED];
  names.forEach((name) => window.addEventListener(name, notify));
  return () =>
    names.forEach((name) => window.removeEventListener(name, notify));
}

/** The current query string with its "?", or "". */
export function useSearch(): string {
  return useSyncExternalStore(subscribe, () => window.location.search);
}

/** The current fragment with its "#", or "". */
export function useHash(): string {
  return useSyncExternalStore(subscribe, () => window.location.hash);
}

/**
 * Goes to another fragment of the page.
 * @param fragment with its "#"
 * @param how replace: true adds no step for the back button
 */
export function goToFragment(
  fragment: string,
  how: { replace?: boolean } = {},
): void {
  if (how.replace) window.history.replaceState(null, "", fragment);
  else window.history.pushState(null, "", fragment);
  window.dispatchEvent(new Event(CHANGED));
}
