/** Checks whether a payment has arrived. Asks our server, which asks Stripe; the live session may know it first. */
import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Session } from "../../lib/account/me";
import { STATUS_TIMEOUT_MS, within } from "../../lib/server/within";
import { refusalText } from "../../strings/refusals/visitor";

/** product.md M8. */
const TRIES = 3;
const RETRY_MS = 1_500;

export type Confirmation =
  | { is: "asking" }
  | { is: "confirmed" }
  | { is: "unconfirmed" }
  | { is: "refused"; message: string };

/** Answers that a retry does not change. */
const FINAL: readonly string[] = ["notYourPayment", "paymentsOff"];

/** `sessionId` of the checkout; null: only the live session is watched. */
export function useConfirmation(
  session: Session,
  sessionId: string | null,
): Confirmation {
  const confirm = useAction(api.billing.payments.confirmCheckout);
  const [asked, setAsked] = useState<Confirmation>({ is: "asking" });
  const signedIn = session.is === "signedIn";
  const isSubscribed =
    session.is === "signedIn" &&
    session.me.business?.subscription.isSubscribed === true;

  useEffect(() => {
    if (!signedIn || isSubscribed) return undefined;
    let over = false;
    const ask = async () => {
      for (let tried = 1; tried <= TRIES && !over; tried += 1) {
        const answer =
          sessionId === null
            ? null
            : await within(confirm({ sessionId }), STATUS_TIMEOUT_MS).catch(
                () => null,
              );
        if (over) return;
        if (answer?.ok && answer.state === "active") {
          setAsked({ is: "confirmed" });
          return;
        }
        if (answer?.ok === false && FINAL.includes(answer.code)) {
          setAsked({ is: "refused", message: refusalText(answer) });
          return;
        }
        await new Promise((next) => setTimeout(next, RETRY_MS));
      }
      if (!over) setAsked({ is: "unconfirmed" });
    };
    void ask();
    return () => {
      over = true;
    };
  }, [signedIn, isSubscribed, sessionId, confirm]);

  return isSubscribed ? { is: "confirmed" } : asked;
}
