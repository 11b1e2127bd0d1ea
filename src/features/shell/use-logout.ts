/** Signing out. Texts: specification, owner part §2. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useNavigate } from "react-router-dom";
import { texts } from "../../../convex/model/texts";
import { paths } from "../../lib/paths";
import { within } from "../../lib/within";
import { showError, showSuccess } from "../../ui/toast";
import { setLoggingOut } from "./logging-out";

/** Authentication has this long (specification, public part §9). */
const TIMEOUT_MS = 5_000;

/** Ends the session on the server and here, and goes to the login page. Without a connection the session stays, and it says so. */
export function useLogout(): () => void {
  const { signOut } = useAuthActions();
  const convex = useConvex();
  const navigate = useNavigate();
  return () => {
    const failed = () => {
      setLoggingOut(false);
      showError(texts.logOutFailed);
    };
    // The library would wait for the connection and sign out then, unasked.
    if (!convex.connectionState().isWebSocketConnected) {
      failed();
      return;
    }
    setLoggingOut(true);
    within(signOut(), TIMEOUT_MS).then(() => {
      showSuccess(texts.loggedOut);
      void navigate(paths.login, { replace: true });
    }, failed);
  };
}
