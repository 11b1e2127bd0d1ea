/** Calls of a control to the server: one at a time, with what went wrong as a sentence. */
import { useState } from "react";
import type { Refusal } from "../../../convex/base/rules/refusals";

/** A module of src/strings/refusals. */
export type Words<Met extends Refusal> = {
  refusalText: (refusal: Met) => string;
  errorText: (error: unknown, fallback: string) => string;
};

/** An id or null where nothing can be refused. */
export type Answer<Met> = { ok: true } | ({ ok: false } & Met) | string | null;
type Done<Given> = Exclude<Given, { ok: false }>;

/** Null once it is done, else why not. @param failed for a failure that says nothing itself */
export async function whyNot<Met extends Refusal, Given extends Answer<Met>>(
  { refusalText, errorText }: Words<Met>,
  failed: string,
  call: () => Promise<Given>,
  done?: (answer: Done<Given>) => void,
): Promise<string | null> {
  try {
    const answer = await call();
    const met: Answer<Met> = answer;
    if (met !== null && typeof met === "object" && !met.ok) {
      return refusalText(met);
    }
    done?.(answer as Done<Given>);
    return null;
  } catch (error) {
    return errorText(error, failed);
  }
}

/** `send` resolves to whether it is done; else `refusal` has the reason. @param tell also says it elsewhere */
export function useCall<Met extends Refusal>(
  words: Words<Met>,
  failed: string,
  tell?: (refusal: string) => void,
) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async <Given extends Answer<Met>>(
    call: () => Promise<Given>,
    done?: (answer: Done<Given>) => void,
  ): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setRefusal(null);
    const why = await whyNot(words, failed, call, done);
    setBusy(false);
    setRefusal(why);
    if (why !== null) tell?.(why);
    return why === null;
  };
  return { busy, refusal, setRefusal, send };
}
