/** Decides who may see the owner's screens, in the states of product.md G2. owner-gate.tsx renders. */
import type { KnownSession } from "../../lib/account/me";
import { loginPath, paths } from "../../lib/address/paths";
import type { Account, Business } from "./types";

export type Requirement = "session" | "subscription";

export type Gate =
  | { state: "checking-auth" }
  | { state: "checking-business" }
  | { state: "fixing-profile"; account: Account }
  /** Outdated data must not send an owner to pay after the connection broke. */
  | { state: "checking-subscription" }
  | { state: "ready"; leadsTo: string }
  | { state: "ready"; leadsTo: null; account: Account; business: Business }
  /** Admins have an account without a shop. */
  | { state: "ready"; leadsTo: null; account: Account; business: null };

/** `place` is where to return after login. `serving`: the people still in the queues after a lapse. */
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
