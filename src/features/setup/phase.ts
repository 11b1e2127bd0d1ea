/** Where the setup wizard is, from what is known and how long it has taken. Timings: product.md G5. Not the drawing. */
import type { Session } from "../../lib/account/me";

/** The first look at the account has this long; then the form comes. */
export const LOADING_CAP_MS = 8_000;
/** 10 looks, 3 seconds apart. The looks are the live session's, which needs no asking; their time is kept. */
export const PROCESSING_CAP_MS = 10 * 3_000;

export type Phase =
  | { is: "loading" }
  | { is: "signedOut" }
  /** 'Processing your signup': paid, and the payment has not arrived. */
  | { is: "processing" }
  /** `slow`: it never arrived in time. */
  | { is: "form"; slow: boolean }
  /** `ready`: a payment has just arrived and it can be said. */
  | { is: "done" }
  | { is: "lost" };

/**
 * The phase.
 * @param known `paid`: just back from a payment; `profile`: the form's first
 *   values are there; the rest: which of the two limits has passed
 */
export function phaseOf(
  session: Session,
  known: {
    paid: boolean;
    profile: boolean;
    loadingOver: boolean;
    processingOver: boolean;
  },
): Phase {
  if (session.is === "signedOut") return { is: "signedOut" };
  if (session.is === "checking") {
    return { is: known.loadingOver ? "lost" : "loading" };
  }
  const me = session.is === "signedIn" ? session.me : null;
  const business = me?.business ?? null;
  const arrived = business?.subscription.isSubscribed === true;
  if (known.paid && !arrived && !known.processingOver) {
    return { is: "processing" };
  }
  if (business !== null && business.setupCompletedAt !== null) {
    return { is: "done" };
  }
  const ready = me !== null && (business === null || known.profile);
  if (!ready && !known.loadingOver) return { is: "loading" };
  return { is: "form", slow: known.paid && !arrived };
}
