/** A session that has ended elsewhere: by a logout in another tab, a sign-out everywhere, a new password, or the account's removal. */
import { useAuthActions, useAuthToken } from "@convex-dev/auth/react";
import { useConvexAuth } from "convex/react";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useSession } from "../../lib/me";
import {
  hasEndedElsewhere,
  isLoggingOut,
  setEndedElsewhere,
  watchEnded,
} from "./logging-out";

/** Forgets such a session, and notes that the login page has something to explain. Once per page; draws nothing. */
export function EndedSession() {
  const { isAuthenticated } = useConvexAuth();
  const { signOut } = useAuthActions();
  const hasToken = useAuthToken() !== null;
  const { is } = useSession();
  // The token would be kept for up to an hour more, and opens nothing.
  const ended = is === "signedOut" && isAuthenticated;
  useEffect(() => {
    if (ended) void signOut();
  }, [ended, signOut]);

  const had = useRef(false);
  // Before the login page's own effects, which end the logout.
  useLayoutEffect(() => {
    if (is === "signedIn") setEndedElsewhere(false);
    if (is !== "signedOut") {
      had.current ||= hasToken;
      return;
    }
    if (!had.current) return;
    had.current = false;
    if (!isLoggingOut()) setEndedElsewhere(true);
  }, [hasToken, is]);
  return null;
}

/** On the login page: why somebody is here who did not log out. Said once. */
export function EndedNote() {
  const ended = useSyncExternalStore(watchEnded, hasEndedElsewhere);
  const [shown, setShown] = useState(ended);
  if (ended && !shown) setShown(true);
  useEffect(() => () => setEndedElsewhere(false), []);
  return (
    <div role="status" className={shown ? "mb-5" : undefined}>
      {shown && (
        <p className="rounded-md bg-info-soft px-4 py-3 font-medium text-info-text">
          You were logged out. That happens after signing out everywhere or in
          another tab, after a new password, and after a long time away.
        </p>
      )}
    </div>
  );
}
