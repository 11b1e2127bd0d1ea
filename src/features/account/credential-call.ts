/** Changes to password, address or second factor: one call at a time, with a refusal as a sentence. */
import { useState } from "react";
import type { Refusal } from "../../../convex/base/rules/refusals";
import { profile } from "../../strings/profile";

type Words<Met extends Refusal> = {
  refusalText: (refusal: Met) => string;
  errorText: (error: unknown, fallback: string) => string;
};

/** `send` resolves to the result, or to null: then `refusal` has the reason. */
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
