/** Signing in, up and with a reset code: one call at a time, with its refusal as a sentence. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useState } from "react";
import type { VisitorRefusal } from "../../../convex/base/rules/refusals";
import { maySend } from "../../lib/server/convex-client";
import { deviceSecret } from "../../lib/device";
import { CREDENTIALS_TIMEOUT_MS, within } from "../../lib/server/within";
import { account as strings } from "../../strings/account";
import { errorText, refusalIn } from "../../strings/refusals/visitor";

/** What to say when not even an answer came (product.md A7). */
const UNREACHABLE = strings.unreachable;

/** Said at once when there is no connection. */
export const NOT_SENT = strings.notSent;

/** After the first the form says that it takes long (product.md A7). */
const SLOW_MS = 5_000;

type Fields = Record<string, string>;

/** Why not, for those who act on it: the server's code, that no answer came, or one without a session. */
export type Refusal = VisitorRefusal["code"] | "noAnswer" | "noSession";

/**
 * What a credentials form needs.
 * `send` resolves to null once the session exists, else to the code of the
 * refusal; the screens follow from the session. `busy` stays on after a
 * success. `slow`: the answer is late, and what was sent is still under way.
 * Without a connection nothing is sent, now or later, and the refusal says so.
 */
export function useCredentials(flow: keyof typeof UNREACHABLE) {
  const { signIn } = useAuthActions();
  const convex = useConvex();
  const [busy, setBusy] = useState(false);
  const [slow, setSlow] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = async (fields: Fields): Promise<Refusal | null> => {
    setRefusal(null);
    if (!maySend(convex)) {
      // Drawn once without it: whoever presses again hears the sentence again.
      await Promise.resolve();
      setRefusal(NOT_SENT);
      return "noAnswer";
    }
    setBusy(true);
    const params = { ...fields, flow, device: deviceSecret() };
    const late = window.setTimeout(() => setSlow(true), SLOW_MS);
    try {
      const answer = await within(
        signIn("password", params),
        CREDENTIALS_TIMEOUT_MS,
      );
      if (answer.signingIn) return null;
      setRefusal(
        flow === "signUp" ? strings.noUserAfterSignUp : UNREACHABLE[flow],
      );
      setBusy(false);
      return "noSession";
    } catch (error) {
      setRefusal(errorText(error, UNREACHABLE[flow]));
      setBusy(false);
      return refusalIn(error)?.code ?? "noAnswer";
    } finally {
      window.clearTimeout(late);
      setSlow(false);
    }
  };

  /** Takes a refusal off the screen when something newer is to be said. */
  const forget = () => setRefusal(null);

  return { busy, slow, refusal, send, forget };
}
