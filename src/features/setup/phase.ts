/** The phase of the setup wizard, from the known data and the elapsed time. Timings: product.md G5. */
import type { Session } from "../../lib/account/me";

/** After this the form appears, even before the account has loaded. Without a checked session: `lost`. */
export const LOADING_CAP_MS = 8_000;
/** As long as 10 checks, 3 seconds apart. The live session needs no polling. */
export const PROCESSING_CAP_MS = 10 * 3_000;

export type Phase =
  | { is: "loading" }
  | { is: "signedOut" }
  /** 'Processing your signup': paid, but the payment has not arrived. */
  | { is: "processing" }
  /** `slow`: it did not arrive in time. */
  | { is: "form"; slow: boolean }
  /** The business was set up before, or the user may not do it. */
  | { is: "done" }
  | { is: "lost" };

/** `profile`: the form's initial values have arrived; the others: which of the two limits has passed. */
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
  const isSetUp = business !== null && business.setupCompletedAt !== null;
  // Of those who work there, only the owner sets a shop up.
  const isMember = business !== null && business.role !== "owner";
  if (isSetUp || isMember) return { is: "done" };
  const ready = me !== null && (business === null || known.profile);
  if (!ready && !known.loadingOver) return { is: "loading" };
  return { is: "form", slow: known.paid && !arrived };
}
