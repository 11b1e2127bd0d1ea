/** Signing out. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useNavigate } from "react-router-dom";
import { maySend } from "../../lib/server/convex-client";
import { paths } from "../../lib/address/paths";
import { storageKeys, writeStored } from "../../lib/storage";
import { within } from "../../lib/server/within";
import { signedIn as strings } from "../../strings/signed-in";
import { showBusy, showError, showSuccess } from "../../ui/toast";
import { isLoggingOut, setLoggingOut } from "../../lib/account/logging-out";

/** The time limit of authentication (product.md A7). */
const TIMEOUT_MS = 5_000;

/** Without a connection it ends here at once; the server learns later (app/account-client.ts). */
export function useLogout(to: string = paths.login): () => void {
  const leave = useLeaving(to);
  return () => void leave(strings.loggedOut);
}

/** Runs `first` on the server, then ends the session and shows `told`. While one runs, another does nothing. */
export function useLeaving(to: string = paths.login) {
  const { signOut } = useAuthActions();
  const convex = useConvex();
  const navigate = useNavigate();
  return async (
    told: string,
    first?: () => Promise<unknown>,
  ): Promise<void> => {
    if (isLoggingOut()) return;
    const connected = maySend(convex);
    // A mutation would wait for the connection and run later, unexpectedly.
    if (first !== undefined && !connected) {
      showError(strings.logOutFailed);
      return;
    }
    setLoggingOut(true);
    const done = showBusy(strings.loggingOut);
    try {
      if (first !== undefined) await within(first(), TIMEOUT_MS);
      await within(signOut(), TIMEOUT_MS);
    } catch {
      setLoggingOut(false);
      showError(strings.logOutFailed);
      return;
    } finally {
      done();
    }
    forgetTyped();
    showSuccess(connected ? told : strings.loggedOutHere);
    void navigate(to, { replace: true });
  };
}

/** `ending` prevents the message about an unexpected end, `gone` drops the session here. */
export function useAccountGone() {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const gone = async (told: string): Promise<void> => {
    // Its session has already ended, so the answer is irrelevant.
    await within(signOut(), TIMEOUT_MS).catch(() => undefined);
    forgetTyped();
    showSuccess(told);
    void navigate(paths.login, { replace: true });
  };
  return { ending: setLoggingOut, gone };
}

/** It contains a phone number, and the browser's next user may be a different person. */
function forgetTyped(): void {
  writeStored(storageKeys.draft("setup"), null);
  writeStored(storageKeys.draft("profile"), null);
  writeStored(storageKeys.draft("support"), null, "tab");
}
