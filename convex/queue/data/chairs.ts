/** Rows of named chairs, and the numbers of chairs that they make of the lines. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { internal } from "../../_generated/api";
import { appError } from "../../base/rules/errors";
import { MAX_AT_CHAIR, MAX_CHAIRS, placesOf } from "../rules/chairs";
import { businessOf } from "../../business/data/businesses";
import { ensureOwn, type OfBusiness } from "../../business/data/ownRow";
import { nameInTeam } from "../../business/data/members";
import type { CallPlace } from "../rules/callPlace";
import {
  offDuty,
  stateAfter,
  type CalledTo,
  type ChairState,
} from "../rules/chairState";
import { findLine } from "./lines";
import { rowsBy, type Reader } from "../../base/data/rowBy";

/** The chairs of a business that are not deleted, oldest first. */
export async function chairsOf(ctx: Reader, businessId: Id<"businesses">) {
  return await rowsOf(ctx, businessId, null);
}

const rowsOf = rowsBy("chairs", "businessId_and_deletedAt", MAX_CHAIRS);

/** @throws notFound alike for a deleted chair, another business's chair, or an invalid id */
export async function ensureOwnChair(ctx: OfBusiness, chairId: string) {
  const chair = await ensureOwn(ctx, "chairs", chairId);
  if (chair.deletedAt !== null) throw appError("notFound");
  return chair;
}

/** The people called to a chair or served there, in any queue; oldest call first. */
export async function ticketsAt(ctx: Reader, chairId: Id<"chairs">) {
  const found = [];
  for (const status of ["called", "serving"] as const) {
    const tickets = await ctx.db
      .query("tickets")
      .withIndex("by_chair", (q) =>
        q.eq("state.chairId", chairId).eq("state.status", status),
      )
      .take(MAX_AT_CHAIR);
    found.push(...tickets);
  }
  return found.sort(
    ({ state: a }, { state: b }) => (a.calledAt ?? 0) - (b.calledAt ?? 0),
  );
}

/** Writes a chair's state, the numbers of its queues, and the alarm for its end. */
export async function setChair(
  ctx: MutationCtx,
  {
    _id: chairId,
    businessId,
    queueIds,
  }: Pick<Doc<"chairs">, "_id" | "businessId" | "queueIds">,
  state: ChairState,
): Promise<void> {
  await ctx.db.patch("chairs", chairId, state);
  await countChairs(ctx, businessId, queueIds);
  const { until } = state;
  if (until === null) return;
  const { chairOver } = internal.upkeep.timers;
  await ctx.scheduler.runAt(until, chairOver, { chairId, until });
}

/** Ends the break or the duty that ends at `until`, unless it has changed since. */
export async function endDuty(
  ctx: MutationCtx,
  chairId: Id<"chairs">,
  until: number,
  now: number,
): Promise<void> {
  const chair = await ctx.db.get("chairs", chairId);
  if (chair?.until !== until || chair.deletedAt !== null) return;
  const business = await businessOf(ctx, chair);
  await setChair(ctx, chair, stateAfter(chair, business, now));
}

/** The chair where a user works, or null. */
export async function chairOfPerson(
  ctx: Reader,
  businessId: Id<"businesses">,
  userId: Id<"users">,
): Promise<Doc<"chairs"> | null> {
  const chairs = await chairsOf(ctx, businessId);
  return chairs.find(({ personId }) => personId === userId) ?? null;
}

/** The chair of a user goes off duty, and is free. */
export async function freeChair(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  userId: Id<"users">,
  now: number,
): Promise<void> {
  const chair = await chairOfPerson(ctx, businessId, userId);
  if (chair === null) return;
  await setChair(ctx, chair, offDuty(now));
}

/** Counts the chairs of these queues again. A queue that loses its last named chair keeps as many without names. */
export async function countChairs(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  queueIds: readonly Id<"queues">[],
): Promise<void> {
  const all = await chairsOf(ctx, businessId);
  for (const queueId of queueIds) {
    const line = await findLine(ctx, queueId);
    if (line === null) continue;
    const { chairs, places } = placesOf(all, queueId) ?? {
      chairs: Math.max(1, line.places ?? line.chairs),
      places: undefined,
    };
    if (chairs === line.chairs && places === line.places) continue;
    await ctx.db.patch("lines", line._id, { chairs, places });
  }
}

/** What a call to this chair stores. */
export function calledTo({ _id, queueIds, since }: Doc<"chairs">): CalledTo {
  return { id: _id, worksSince: queueIds.length === 1 ? since : null };
}

/** Takes a deleted queue off the chairs that served it. */
export async function leaveQueue(
  ctx: MutationCtx,
  { _id, businessId }: Doc<"queues">,
): Promise<void> {
  for (const chair of await chairsOf(ctx, businessId)) {
    if (!chair.queueIds.includes(_id)) continue;
    const queueIds = chair.queueIds.filter((one) => one !== _id);
    await ctx.db.patch("chairs", chair._id, { queueIds });
    await countChairs(ctx, businessId, queueIds);
  }
}

/** Where somebody was called to; null without a named chair. */
export async function callPlaceOf(
  ctx: Reader,
  chairId: Id<"chairs"> | undefined,
): Promise<CallPlace | null> {
  const chair = chairId && (await ctx.db.get("chairs", chairId));
  if (!chair) return null;
  const { name, personId, businessId } = chair;
  const person = personId && (await nameInTeam(ctx, businessId, personId));
  return { chair: name, person };
}
