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

/** Authentication has this long (product.md A7). */
const TIMEOUT_MS = 5_000;

/**
 * Ends the session here and on the server, and goes to the login page. Without
 * a connection it ends here at once; the server is told when there is one
 * again (app/account-client.ts), and the text says so.
 * @param to the login page
 */
export function useLogout(to: string = paths.login): () => void {
  const leave = useLeaving(to);
  return () => void leave(strings.loggedOut);
}

/**
 * What a logout is made of. Resolves when it is done or has failed, and has
 * said so; while one is under way, another does nothing.
 * @returns says `told` in the end, and does `first` on the server before anything else, without which nothing ends
 */
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
    // A mutation would wait for the connection and be done then, unasked.
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

/**
 * For the end of an account, which ends its sessions on the server: `ending`
 * keeps that from being told as an accident, `gone` forgets the session here
 * and goes to the login page.
 */
export function useAccountGone() {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  const gone = async (told: string): Promise<void> => {
    // Its session is gone already; the answer tells nothing.
    await within(signOut(), TIMEOUT_MS).catch(() => undefined);
    forgetTyped();
    showSuccess(told);
    void navigate(paths.login, { replace: true });
  };
  return { ending: setLoggingOut, gone };
}

/** A phone number is in it, and the next person here may be somebody else. */
function forgetTyped(): void {
  writeStored(storageKeys.draft("setup"), null);
  writeStored(storageKeys.draft("profile"), null);
}
