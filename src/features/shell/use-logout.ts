/** Signing out. Texts: specification, owner part §2. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useNavigate } from "react-router-dom";
import { texts } from "../../../convex/model/texts";
import { paths } from "../../lib/paths";
import { storageKeys, writeStored } from "../../lib/storage";
import { within } from "../../lib/within";
import { showError, showSuccess } from "../../ui/toast";
import { setLoggingOut } from "./logging-out";

/** Authentication has this long (specification, public part §9). */
const TIMEOUT_MS = 5_000;

/** Ends the session on the server and here, and goes to the login page. Without a connection the session stays, and it says so. */
export function useLogout(): () => void {
  const leave = useLeaving();
  return () => void leave(texts.loggedOut);
}

/**
 * What a logout is made of. Resolves when it is done or has failed, and has said so.
 * @returns says `told` in the end, and does `first` before anything else
 */
export function useLeaving() {
  const { signOut } = useAuthActions();
  const convex = useConvex();
  const navigate = useNavigate();
  return async (
    told: string,
    first: () => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
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
    try {
      await within(first().then(signOut), TIMEOUT_MS);
    } catch {
      failed();
      return;
    }
    // A phone number is in it, and the next person here may be somebody else.
    writeStored(storageKeys.setupDraft, null);
    showSuccess(told);
    void navigate(paths.login, { replace: true });
  };
}
