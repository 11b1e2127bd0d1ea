/** The forms of the audit log: actions, actors and changed facts (product.md O2, O50, O51). */
import { v, type Infer } from "convex/values";
import type { Role } from "../../business/rules/roles";

/** All recorded actions. A new one needs one line here and one sentence in the strings. */
export const auditActionValidator = v.union(
  // Admins
  v.literal("adminGranted"),
  v.literal("adminRevoked"),
  v.literal("adminSignedIn"),
  v.literal("secondFactorSet"),
  v.literal("secondFactorRemoved"),
  v.literal("recoveryCodeUsed"),
  v.literal("visitorsExported"),
  // What admins do to a business, or view
  v.literal("businessCreated"),
  v.literal("businessDeleted"),
  v.literal("participantsViewed"),
  v.literal("viewBegan"),
  v.literal("viewEnded"),
  v.literal("supportAnswered"),
  v.literal("supportWritten"),
  v.literal("supportStatus"),
  // What a business may use, whatever the actor
  v.literal("planGranted"),
  v.literal("planGrantRemoved"),
  v.literal("subscriptionChanged"),
  // How an owner signs in
  v.literal("ownerChangedEmail"),
  v.literal("ownerChangedPassword"),
  // The people of a shop
  v.literal("memberInvited"),
  v.literal("memberJoined"),
  v.literal("memberRoleChanged"),
  v.literal("memberRemoved"),
  v.literal("memberPinSet"),
  v.literal("tabletPaired"),
  v.literal("tabletEnded"),
);
export type AuditAction = Infer<typeof auditActionValidator>;

const ofTeam = [
  ...(["memberInvited", "memberJoined", "memberRoleChanged"] as const),
  ...(["memberRemoved", "memberPinSet"] as const),
  ...(["tabletPaired", "tabletEnded"] as const),
] as const;
export type TeamAction = (typeof ofTeam)[number];

/** What owners see besides the actions of admins. */
export const teamActions: ReadonlySet<AuditAction> = new Set(ofTeam);

export const auditActorKind = v.union(
  v.literal("admin"),
  v.literal("owner"),
  v.literal("manager"),
  v.literal("staff"),
  v.literal("server"),
  v.literal("stripe"),
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
