/** The signed-in user, as the screens know it now. Access by session is in features/shell/gate.ts. */
import { useConvexAuth, useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";

export type Me = NonNullable<FunctionReturnType<typeof api.account.current.me>>;

export type KnownSession =
  /** The stored session is being read and checked. */
  | { is: "checking" }
  /** There is a session, but its user has not arrived yet. */
  | { is: "loading" }
  | { is: "signedOut" }
  | { is: "signedIn"; me: Me };

/** failed: there is a session, but the server could not name its user. A lost connection keeps the last answer. */
export type Session = KnownSession | { is: "failed"; error: Error };

const ASK = { me: { query: api.account.current.me, args: {} } };
const ASK_NOTHING = {};

export function useSession(): Session {
  const { isLoading, isAuthenticated } = useConvexAuth();
  // Not useQuery: it throws a failure, which would replace the whole page.
  const answers = useQueries(isAuthenticated ? ASK : ASK_NOTHING);
  const me = answers["me"] as Me | Error | null | undefined;
  if (isLoading) return { is: "checking" };
  // null: the session has just ended on the server, for example on another device.
  if (!isAuthenticated || me === null) return { is: "signedOut" };
  if (me === undefined) return { is: "loading" };
  if (!(me instanceof Error)) return { is: "signedIn", me };
  return { is: "failed", error: me };
}

/** The caller's address while it must be proven (product.md A14). null for all others, and for a viewing admin. */
export function useUnproven(): string | null {
  const session = useSession();
  if (session.is !== "signedIn") return null;
  const { needsProof, viewing, email } = session.me;
  return needsProof && viewing === null ? email : null;
}

export function useSettledSession(session: Session): Session {
  const [known, setKnown] = useState<Me | null>(null);
  if (session.is === "signedIn" && session.me !== known) setKnown(session.me);
  if (session.is === "signedOut" && known !== null) setKnown(null);
  return session.is === "failed" && known !== null
    ? { is: "signedIn", me: known }
    : session;
}
