/**
 * The address bar as state: path, query and fragment, and the ways to change
 * them. Knows no routes (app/router.tsx has the table).
 *
 * Our own few lines and not React Router: that costs 13 kB of gzip for a dozen
 * fixed paths, and /login has 5 kB left of its budget after React, Convex and auth.
 */
import { useSyncExternalStore } from "react";

const CHANGED = "yourturn:address";

function subscribe(notify: () => void): () => void {
  const names = ["popstate", "hashchange", CHANGED];
  names.forEach((name) => window.addEventListener(name, notify));
  return () =>
    names.forEach((name) => window.removeEventListener(name, notify));
}

/** The current path, such as "/login". */
export function usePathname(): string {
  return useSyncExternalStore(subscribe, () => window.location.pathname);
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
 * Goes to an address inside the running app.
 * @param to a path with optional query and fragment, or only a fragment
 * @param how replace: true leaves no step behind for the back button
 */
export function navigate(to: string, how: { replace?: boolean } = {}): void {
  if (how.replace) window.history.replaceState(null, "", to);
  else window.history.pushState(null, "", to);
  window.dispatchEvent(new Event(CHANGED));
}

/**
 * A path of our own that a query parameter may send people to, else the
 * fallback. Refuses other origins, "//host" and "/\host".
 */
export function ownPath(wanted: string | null, fallback: string): string {
  if (wanted === null || !wanted.startsWith("/")) return fallback;
  const url = URL.parse(wanted, window.location.origin);
  if (url === null || url.origin !== window.location.origin) return fallback;
  if (/^\/[/\\]/.test(wanted)) return fallback;
  return url.pathname + url.search + url.hash;
}
