/** A change of password or address under way: one call at a time, with its refusal as a sentence. */
import { useState } from "react";
import type { OwnerRefusal } from "../../../convex/model/refusals";
import { errorText, refusalText } from "../../texts/owner-refusals";
import { profile } from "../../texts/profile";

type Answer = { ok: true } | ({ ok: false } & OwnerRefusal);

/** `send` resolves to whether it was done; if not, `refusal` says why. */
export function useCredentialCall() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (call: () => Promise<Answer>): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await call();
      if (!answer.ok) setRefusal(refusalText(answer));
      return answer.ok;
    } catch (error) {
      setRefusal(errorText(error, profile.account.failed));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, send };
}
