/** Sign-in, sign-up and reset with a code: one call at a time, with a refusal as a sentence (product.md A7). */
import { useAuthActions } from "@convex-dev/auth/react";
import { useConvex } from "convex/react";
import { useState } from "react";
import type { VisitorRefusal } from "../../../convex/base/rules/refusals";
import { maySend } from "../../lib/server/convex-client";
import { deviceSecret } from "../../lib/device";
import { CREDENTIALS_TIMEOUT_MS, within } from "../../lib/server/within";
import { account as strings } from "../../strings/account";
import { errorText, refusalIn } from "../../strings/refusals/visitor";

const UNREACHABLE = strings.unreachable;

export const NOT_SENT = strings.notSent;

type Fields = Record<string, string>;

export type Refusal = VisitorRefusal["code"] | "noAnswer" | "noSession";

/**
 * `send` resolves to null once the session exists, else to the refusal's code. `busy` stays on after a success.
 * @param sentAs another name of the flow, whose refusals are in the words of `textOf`
 */
export function useCredentials(
  flow: keyof typeof UNREACHABLE,
  sentAs: string = flow,
  textOf = errorText,
) {
  const { signIn } = useAuthActions();
  const convex = useConvex();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = async (fields: Fields): Promise<Refusal | null> => {
    setRefusal(null);
    if (!maySend(convex)) {
      // Renders once without it, so that a second press announces the sentence again.
      await Promise.resolve();
      setRefusal(NOT_SENT);
      return "noAnswer";
    }
    setBusy(true);
    const params = { ...fields, flow: sentAs, device: deviceSecret() };
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
      const code = refusalIn(error)?.code ?? "noAnswer";
      // The next question, not something that went wrong.
      if (code !== "codeNeeded") setRefusal(textOf(error, UNREACHABLE[flow]));
      setBusy(false);
      return code;
    }
  };

  const forget = () => setRefusal(null);

  return { busy, refusal, send, forget };
}
