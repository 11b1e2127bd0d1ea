/** The auth libraries' hooks with a session that the test sets. setup-dom.ts puts them in place. */
import { useSyncExternalStore } from "react";
import { vi } from "vitest";

type Auth = { isLoading: boolean; isAuthenticated: boolean };
type SignIn = (provider: string, params: object) => Promise<unknown>;
let auth: Auth = { isLoading: false, isAuthenticated: false };
const watchers = new Set<() => void>();
const subscribe = (notify: () => void) => {
  watchers.add(notify);
  return () => watchers.delete(notify);
};
export const signIn = vi.fn<SignIn>();
export const signOut = vi.fn<() => Promise<void>>();
export const useConvexAuth = () => useSyncExternalStore(subscribe, () => auth);
export const useAuthActions = () => ({ signIn, signOut });
export const useAuthToken = () => (auth.isAuthenticated ? "token" : null);
/** Sets the session from now on. */
export function beSigned(how: "in" | "out" | "checking"): void {
  auth = { isLoading: how === "checking", isAuthenticated: how === "in" };
  watchers.forEach((notify) => notify());
}
