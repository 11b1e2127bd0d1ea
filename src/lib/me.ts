/** Who is signed in, as the screens know it at this moment. What may be seen with that is features/shell/gate.ts. */
import { useConvexAuth, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../convex/_generated/api";

export type Me = NonNullable<FunctionReturnType<typeof api.account.me>>;

export type Session =
  /** The stored session is being read and checked. */
  | { is: "checking" }
  /** There is a session; whose it is has not arrived yet. */
  | { is: "loading" }
  | { is: "signedOut" }
  | { is: "signedIn"; me: Me };

/** The session, live: a sign-in, a sign-out on another device or a payment changes it by itself. */
export function useSession(): Session {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const me = useQuery(api.account.me, isAuthenticated ? {} : "skip");
  if (isLoading) return { is: "checking" };
  // null: the session has just ended on the server, for example on another device.
  if (!isAuthenticated || me === null) return { is: "signedOut" };
  return me === undefined ? { is: "loading" } : { is: "signedIn", me };
}
