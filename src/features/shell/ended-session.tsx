/** Forgets a session that has ended elsewhere: by a sign-out everywhere, a new password, or the account's removal. Draws nothing. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { useSession } from "../../lib/me";

/** Once per page. The token would be kept for up to an hour more, and opens nothing. */
export function EndedSession() {
  const { isAuthenticated } = useConvexAuth();
  const { signOut } = useAuthActions();
  const ended = useSession().is === "signedOut" && isAuthenticated;
  useEffect(() => {
    if (ended) void signOut();
  }, [ended, signOut]);
  return null;
}
