/**
 * Who may see the owner's screens, as one decision from what is known at the
 * moment. The states have the names of product.md G2. Not the
 * drawing and the leading away: that is owner-gate.tsx.
 */
import type { KnownSession } from "../../lib/account/me";
import { loginPath, paths } from "../../lib/address/paths";
import type { Account, Business } from "./types";

/** What a screen asks for; the wizard and the page after a payment ask for a session only. */
export type Requirement = "session" | "subscription";

export type Gate =
  | { state: "checking-auth" }
  | { state: "checking-business" }
  | { state: "fixing-profile"; account: Account }
  /** Nobody is sent to pay because of something that was true before the connection broke. */
  | { state: "checking-subscription" }
  /** Decided: to another page, or in. */
  | { state: "ready"; leadsTo: string }
  | { state: "ready"; leadsTo: null; account: Account; business: Business }
  /** Admins have an account without a shop. */
  | { state: "ready"; leadsTo: null; account: Account; business: null };

/**
 * The decision.
 * @param place path and query of the page, where a sign-in leads back to; null after a logout
 * @param serving the owner came to serve whoever is still in the queues after a lapse
 * @param live whether the session's data is fresh
 */
export function gateOf(
  session: KnownSession,
  asked: {
    requirement: Requirement;
    place: string | null;
    serving: boolean;
    live: boolean;
  },
): Gate {
  if (session.is === "checking") return { state: "checking-auth" };
  if (session.is === "signedOut") {
    return {
      state: "ready",
      leadsTo: asked.place === null ? paths.login : loginPath(asked.place),
    };
  }
  if (session.is === "loading") return { state: "checking-business" };
  const { me: account } = session;
  const { business } = account;
  if (business === null) {
    return account.isAdmin
      ? { state: "ready", leadsTo: null, account, business }
      : { state: "fixing-profile", account };
  }
  if (asked.requirement === "session") {
    return { state: "ready", leadsTo: null, account, business };
  }
  const { isSubscribed, state } = business.subscription;
  if (!isSubscribed && !asked.live) return { state: "checking-subscription" };
  const mayServe = asked.serving && state === "lapsed";
  if (!isSubscribed && !mayServe) {
    return { state: "ready", leadsTo: paths.paymentRequired };
  }
  // Paid, and the first-run wizard is still to do.
  if (isSubscribed && business.setupCompletedAt === null) {
    return { state: "ready", leadsTo: paths.setup };
  }
  return { state: "ready", leadsTo: null, account, business };
}
