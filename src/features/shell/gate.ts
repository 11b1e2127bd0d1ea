/** Decides who may see the owner's screens, in the states of product.md G2. owner-gate.tsx renders. */
import type { KnownSession } from "../../lib/account/me";
import { may } from "../../../convex/business/rules/roles";
import { loginPath, paths } from "../../lib/address/paths";
import { mayOpen } from "./may-open";
import type { Account, Business } from "./types";

export type Requirement = "session" | "subscription";

type Closed = "noPlan" | "notSetUp";

export type Gate =
  | { state: "checking-auth" }
  | { state: "checking-business" }
  | { state: "fixing-profile"; account: Account }
  /** Outdated data must not send an owner to pay after the connection broke. */
  | { state: "checking-subscription" }
  /** Only its owner can change that. */
  | { state: "closed"; account: Account; shop: string; why: Closed }
  | { state: "ready"; leadsTo: string }
  | { state: "ready"; leadsTo: null; account: Account; business: Business }
  /** Admins have an account without a shop. */
  | { state: "ready"; leadsTo: null; account: Account; business: null };

/**
 * `at` is the page, `place` where to return after login. `serving`: an owner, the people still in the queues after a
 * lapse.
 */
export function gateOf(
  session: KnownSession,
  asked: {
    requirement: Requirement;
    at: string;
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
  const isPage = account.tablet === null || asked.at === paths.dashboard;
  if (!isPage || !mayOpen(business.role, asked.at)) {
    return { state: "ready", leadsTo: paths.dashboard };
  }
  if (asked.requirement === "session") {
    return { state: "ready", leadsTo: null, account, business };
  }
  const isOwner = may(business.role, "ownShop");
  const closed = { state: "closed", account, shop: business.name } as const;
  const { isSubscribed, state } = business.subscription;
  if (!isSubscribed && !asked.live) return { state: "checking-subscription" };
  const mayServe = asked.serving && state === "lapsed" && isOwner;
  if (!isSubscribed && !mayServe) {
    return isOwner
      ? { state: "ready", leadsTo: paths.paymentRequired }
      : { ...closed, why: "noPlan" };
  }
  // Paid, but the setup wizard is not done.
  if (isSubscribed && business.setupCompletedAt === null) {
    return isOwner
      ? { state: "ready", leadsTo: paths.setup }
      : { ...closed, why: "notSetUp" };
  }
  return { state: "ready", leadsTo: null, account, business };
}
