/**
 * Decides who may see the owner's screens. The states have the names of product.md G2. Rendering and redirects are in
 * owner-gate.tsx.
 */
import type { KnownSession } from "../../lib/account/me";
import { loginPath, paths } from "../../lib/address/paths";
import type { Account, Business } from "./types";

/** A screen's requirement. The wizard and the page after a payment need only a session. */
export type Requirement = "session" | "subscription";

export type Gate =
  | { state: "checking-auth" }
  | { state: "checking-business" }
  | { state: "fixing-profile"; account: Account }
  /** Outdated data must not send an owner to pay after the connection broke. */
  | { state: "checking-subscription" }
  /** Decided: to another page, or in. */
  | { state: "ready"; leadsTo: string }
  | { state: "ready"; leadsTo: null; account: Account; business: Business }
  /** Admins have an account without a shop. */
  | { state: "ready"; leadsTo: null; account: Account; business: null };

/**
 * The decision.
 * @param place path and query of the page, to return to after login; null after a logout
 * @param serving the owner came to serve the people still in the queues after a lapse
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
  // Paid, but the setup wizard is not done.
  if (isSubscribed && business.setupCompletedAt === null) {
    return { state: "ready", leadsTo: paths.setup };
  }
  return { state: "ready", leadsTo: null, account, business };
}
