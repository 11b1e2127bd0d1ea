/** A call of an admin under way: one at a time, with why it was refused as a sentence. */
import { useState } from "react";
import { directory as strings } from "../../strings/directory";
import type { AdminRefusal } from "../../../convex/base/rules/refusals";
import {
  errorText,
  refusalIn,
  refusalText,
} from "../../strings/refusals/admin";

type Answer = { ok: true } | ({ ok: false } & AdminRefusal);
type Done<Given> = Extract<Given, { ok: true }>;

/** Nobody here is an admin any more. */
const OUT: readonly string[] = [
  "notSignedIn",
  "notAllowed",
  "adminSessionEnded",
];

/**
 * `send` resolves to the answer; to null if it was not done, and `refusal` says why. A call that was
 * called off itself (null: lib/server/confirmed) needs no reason.
 * @param failed the sentence for an accident @param tell where no form shows the refusal
 */
export function useCall(failed: string, tell?: (refusal: string) => void) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const refuse = (sentence: string) => {
    setRefusal(sentence);
    tell?.(sentence);
  };
  const send = async <Given extends Answer>(
    call: () => Promise<Given | null>,
  ): Promise<Done<Given> | null> => {
    if (busy) return null;
    setBusy(true);
    setRefusal(null);
    try {
      const answer = await call();
      if (answer === null) return null;
      if (answer.ok) return answer as Done<Given>;
      refuse(refusalText(answer));
    } catch (error) {
      const code = refusalIn(error)?.code ?? "";
      refuse(OUT.includes(code) ? strings.notAdmin : errorText(error, failed));
    } finally {
      setBusy(false);
    }
    return null;
  };
  return { busy, refusal, send };
}
