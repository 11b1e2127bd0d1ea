/**
 * Whether somebody has signed in in this browser, for pages that do not load
 * the auth library: its token is in storage. Whether it still opens anything
 * is the server's to say, where the link leads.
 */
import { useSyncExternalStore } from "react";

/** How @convex-dev/auth begins the name of its token; the deployment's address follows. */
const TOKEN = "__convexAuthJWT_";

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}

function hasToken(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(TOKEN));
  } catch {
    // Storage is refused: then nobody stays signed in either.
    return false;
  }
}

/** False in what the build draws, and until the page has taken it over. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, hasToken, () => false);
}
