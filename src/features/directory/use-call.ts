/** An admin's calls: one at a time, with a refusal as a sentence. */
import { useState } from "react";
import { directory as strings } from "../../strings/admin/directory";
import type { AdminRefusal } from "../../../convex/base/rules/refusals";
import {
  errorText,
  refusalIn,
  refusalText,
} from "../../strings/refusals/admin";

type Answer = { ok: true } | ({ ok: false } & AdminRefusal);
type Done<Given> = Extract<Given, { ok: true }>;

const OUT: readonly string[] = [
  "notSignedIn",
  "notAllowed",
  "adminSessionEnded",
];

/** `send` resolves to null with the reason in `refusal`, or without one when cancelled. `tell`: no form shows it. */
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
