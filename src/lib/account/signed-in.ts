/** Whether a user is signed in in this browser, for pages without the auth library: its token is in storage. */
import { useSyncExternalStore } from "react";

/** The prefix of @convex-dev/auth's token; the deployment's address follows. */
const TOKEN = "__convexAuthJWT_";

function subscribe(notify: () => void): () => void {
  window.addEventListener("storage", notify);
  return () => window.removeEventListener("storage", notify);
}

function hasToken(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(TOKEN));
  } catch {
    return false;
  }
}

/** False in prerendered pages, until hydration. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(subscribe, hasToken, () => false);
}
