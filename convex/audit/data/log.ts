/** The only writer of the audit log. Rows expire; they never change, but names of deleted accounts are blanked. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  type AuditAction,
  type AuditActor,
  type AuditFacts,
} from "../rules/entries";
import { must } from "../../base/rules/errors";
import { KEPT_MS } from "../../base/rules/kept";
import { workplaceOf } from "../../business/data/members";
import { deleteOld } from "../../base/data/job";

export type Actor = AuditActor<Id<"users">>;

/** An event. Names and addresses are looked up here, as they are now. */
export type Recorded = {
  readonly actor: Actor;
  readonly action: AuditAction;
  readonly businessId: Id<"businesses"> | null;
  /** The object of the action; default: the business's name. */
  readonly subject?: string;
  /** The user whose address the subject is. */
  readonly about?: Id<"users">;
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
};

/** Adds an event, in the transaction of the action itself. */
export async function record(
  ctx: MutationCtx,
  { actor, action, businessId, subject, about, before, after }: Recorded,
  now: number,
): Promise<void> {
  await ctx.db.insert("auditEvents", {
    at: now,
    actor: await actorRow(ctx, actor),
    action,
    businessId,
    subject: subject ?? (await nameOf(ctx, businessId)),
    ...(about !== undefined && { about }),
    before: before ?? null,
    after: after ?? null,
  });
}

/** Records what a user did to their own account, and business if they have one. */
export async function recordOwn(
  ctx: MutationCtx,
  userId: Id<"users">,
  event: Pick<Recorded, "action" | "before" | "after">,
  now: number,
): Promise<void> {
  const workplace = await workplaceOf(ctx, userId);
  const user = must(await ctx.db.get("users", userId), "user");
  const actor = { kind: workplace?.role ?? "owner", userId } as const;
  const business = workplace?.business;
  const businessId = business?._id ?? null;
  const subject = business?.name ?? user.email ?? "";
  await record(ctx, { ...event, actor, businessId, subject }, now);
}

/** Blanks the names in up to `count` rows of a deleted business. @returns the number of rows */
export async function blankEvents(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  count: number,
): Promise<number> {
  const rows = await ctx.db
    .query("auditEvents")
    .withIndex("by_businessId_and_blanked", (q) =>
      q.eq("businessId", businessId).eq("blanked", undefined),
    )
    .take(count);
  for (const { _id, actor } of rows) {
    const { kind } = actor;
    await ctx.db.patch("auditEvents", _id, {
      actor: isOfShop(kind) ? { kind, userId: null, email: null } : actor,
      subject: "",
      before: null,
      after: null,
      blanked: true,
    });
  }
  return rows.length;
}

/**
 * Blanks the addresses of a deleted user in up to `count` rows outside their business: those of an admin, and those about
 * that role. The next call may leave out `email`. @returns the number of rows
 */
export async function blankAddress(
  ctx: MutationCtx,
  { userId, email = "" }: { userId: Id<"users">; email?: string },
  count: number,
): Promise<number> {
  const log = () => ctx.db.query("auditEvents");
  // A tablet has none, and a blank one is blanked already.
  const byAddress =
    email === ""
      ? []
      : await log()
          .withIndex("by_businessId_and_subject", (q) =>
            q.eq("businessId", null).eq("subject", email),
          )
          .take(count);
  const aboutThem = await log()
    .withIndex("by_about_and_subject", (q) =>
      q.eq("about", userId).gt("subject", ""),
    )
    .take(count - byAddress.length);
  const byThem = await log()
    .withIndex("by_actor_and_email", (q) =>
      q.eq("actor.userId", userId).gt("actor.email", null),
    )
    .take(count - byAddress.length - aboutThem.length);
  const found = [...byAddress, ...aboutThem, ...byThem];
  for (const { _id, actor, action, about, subject } of found) {
    const isTheirs = about === userId || subject === email;
    await ctx.db.patch("auditEvents", _id, {
      actor: actor.userId === userId ? { ...actor, email: null } : actor,
      subject: isTheirs || subject === actor.email ? "" : subject,
      ...(action === "ownerChangedEmail" && { before: null, after: null }),
    });
  }
  return found.length;
}

export const oldEvents = deleteOld("auditEvents", "at", KEPT_MS.audit);

function isOfShop(kind: Actor["kind"]): boolean {
  return kind === "owner" || kind === "manager" || kind === "staff";
}

async function actorRow(
  ctx: MutationCtx,
  actor: Actor,
): Promise<Doc<"auditEvents">["actor"]> {
  if (!("userId" in actor)) {
    return { kind: actor.kind, userId: null, email: null };
  }
  // The address of somebody in a team goes with them (product.md R4).
  if (actor.kind === "manager" || actor.kind === "staff") {
    return { ...actor, email: null };
  }
  const user = await ctx.db.get("users", actor.userId);
  return { ...actor, email: user?.email ?? null };
}

async function nameOf(ctx: MutationCtx, businessId: Id<"businesses"> | null) {
  const id = must(businessId, "a subject, or a business that is one");
  return must(await ctx.db.get("businesses", id), "business").name;
}
