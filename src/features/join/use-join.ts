/** Taking a ticket: one call with a secret that survives a lost answer. */
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { clearPendingJoin, secretFor } from "./pending-join";
import {
  customers as texts,
  errorText,
  refusalText,
} from "../../texts/customers";

/** Where a refusal belongs: below the queue that refused, or above the whole form. */
export type Refusal = { about: "queue" | "form"; message: string };

/** `join` resolves to the ticket's secret, or to null after a refusal. */
export function useJoin() {
  const send = useMutation(api.tickets.join);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  const join = async (
    queueId: string,
    name: string,
  ): Promise<string | null> => {
    setBusy(true);
    setRefusal(null);
    const secret = secretFor(queueId, Date.now());
    try {
      const answer = await send({ queueId, name, secret });
      clearPendingJoin();
      if (answer.ok) return secret;
      const about = answer.code === "tooManyJoins" ? "form" : "queue";
      setRefusal({ about, message: refusalText(answer) });
    } catch (error) {
      const reason = errorText(error, texts.join.tryAgain);
      setRefusal({ about: "form", message: texts.join.failed(reason) });
    }
    setBusy(false);
    return null;
  };

  return { busy, refusal, setRefusal, join };
}
