/** A session that ended elsewhere: another tab, a sign-out everywhere, a new password, a deleted account. */
import { useAuthActions, useAuthToken } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useSession, type Me } from "../../lib/account/me";
import {
  isLoggingOut,
  setEndedElsewhere,
  type Ended,
} from "../../lib/account/logging-out";

/** Drops such a session, and notes that the login page must explain it. Once per page; renders nothing. */
export function EndedSession() {
  const { isAuthenticated } = useConvexAuth();
  const { signOut } = useAuthActions();
  const hasToken = useAuthToken() !== null;
  const session = useSession();
  const { is } = session;
  const me = is === "signedIn" ? session.me : null;
  // The token would stay for up to an hour, although it is useless.
  const ended = is === "signedOut" && isAuthenticated;
  useEffect(() => {
    if (ended) void signOut();
  }, [ended, signOut]);

  const had = useRef(false);
  const member = useRef<Ended["member"]>(null);
  const tablet = useRef(false);
  // Before the login page's own effects, which end the logout.
  useLayoutEffect(() => {
    if (me !== null) {
      setEndedElsewhere(null);
      member.current = memberOf(me) ?? member.current;
      tablet.current = me.tablet !== null;
    }
    if (is !== "signedOut") {
      had.current ||= hasToken;
      return;
    }
    if (!had.current) return;
    had.current = false;
    if (!isLoggingOut()) {
      const { current: wasTablet } = tablet;
      setEndedElsewhere({ tablet: wasTablet, member: member.current });
    }
    member.current = null;
  }, [hasToken, is, me]);
  return null;
}

function memberOf({ userId, business, tablet }: Me): Ended["member"] {
  if (tablet !== null || business === null || business.role === "owner")
    return null;
  return { userId, shop: business.name };
}
