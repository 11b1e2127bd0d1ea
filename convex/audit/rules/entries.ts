/** The forms of the audit log: actions, actors and changed facts (product.md O2, O50, O51). */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import type { Role } from "../../business/rules/roles";

/** The people of a shop. */
const ofTeam = [
  "memberInvited",
  "memberJoined",
  "memberRoleChanged",
  "memberRemoved",
  "memberPinSet",
  "tabletPaired",
  "tabletEnded",
] as const;
export type TeamAction = (typeof ofTeam)[number];

/** All recorded actions. A new one needs one line here and one sentence in the strings. */
export const auditActionValidator = oneOf(
  // Admins
  "adminGranted",
  "adminRevoked",
  "adminSignedIn",
  "secondFactorSet",
  "secondFactorRemoved",
  "recoveryCodeUsed",
  "visitorsExported",
  // What admins do to a business, or view
  "businessCreated",
  "businessDeleted",
  "participantsViewed",
  "viewBegan",
  "viewEnded",
  "supportAnswered",
  "supportWritten",
  "supportStatus",
  // What a business may use, whatever the actor
  "planGranted",
  "planGrantRemoved",
  "subscriptionChanged",
  // How an owner signs in
  "ownerChangedEmail",
  "ownerChangedPassword",
  ...ofTeam,
);
export type AuditAction = Infer<typeof auditActionValidator>;

/** What owners see besides the actions of admins. */
export const teamActions: ReadonlySet<AuditAction> = new Set(ofTeam);

export const auditActorKind = oneOf(
  "admin",
  "owner",
  "manager",
  "staff",
  "server",
  "stripe",
);

/** The actor: a person, the server or Stripe. */
export type AuditActor<UserId> =
  | { readonly kind: "admin" | Role; readonly userId: UserId }
  | { readonly kind: "server" | "stripe" };

/** Flat facts by name; times in milliseconds. */
export const auditFacts = v.record(
  v.string(),
  v.union(v.string(), v.number(), v.boolean(), v.null()),
);
export type AuditFacts = Infer<typeof auditFacts>;

/** The facts that differ, before and after; null if none differ. */
export function difference(
  before: AuditFacts,
  after: AuditFacts,
): { before: AuditFacts; after: AuditFacts } | null {
  const differing = Object.keys(after).filter(
    (name) => before[name] !== after[name],
  );
  if (differing.length === 0) return null;
  const of = (facts: AuditFacts) =>
    Object.fromEntries(differing.map((name) => [name, facts[name] ?? null]));
  return { before: of(before), after: of(after) };
}
