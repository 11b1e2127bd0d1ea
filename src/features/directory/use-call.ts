/** A call of an admin under way: one at a time, with why it was refused as a sentence. */
import { useState } from "react";
import { directory as texts } from "../../texts/directory";
import type { AdminRefusal } from "../../../convex/model/refusals";
import { errorText, refusalIn, refusalText } from "../../texts/admin-refusals";

type Answer = { ok: true } | ({ ok: false } & AdminRefusal);

/** Nobody here is an admin any more. */
const OUT: readonly string[] = [
  "notSignedIn",
  "notAllowed",
  "adminSessionEnded",
];

/**
 * `send` resolves to whether it was done; if not, `refusal` says why.
 * @param failed the sentence for an accident
 */
export function useCall(failed: string) {
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
      const code = refusalIn(error)?.code ?? "";
      setRefusal(
        OUT.includes(code) ? texts.notAdmin : errorText(error, failed),
      );
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, send };
}
