/** A change of password, address or second factor under way: one call at a time, with its refusal as a sentence. */
import { useState } from "react";
import type { Refusal } from "../../../convex/base/rules/refusals";
import { profile } from "../../strings/profile";

/** The sentences for whatever may be refused. */
type Words<Met extends Refusal> = {
  refusalText: (refusal: Met) => string;
  errorText: (error: unknown, fallback: string) => string;
};

/** `send` resolves to what was done; null if nothing was, and `refusal` says why. */
export function useCredentialCall<Met extends Refusal>(words: Words<Met>) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async <Done extends { ok: true }>(
    call: () => Promise<Done | ({ ok: false } & Met)>,
  ): Promise<Done | null> => {
    if (busy) return null;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await call();
      if (answer.ok) return answer;
      setRefusal(words.refusalText(answer));
    } catch (error) {
      setRefusal(words.errorText(error, profile.account.failed));
    } finally {
      setBusy(false);
    }
    return null;
  };
  return { busy, refusal, send };
}
