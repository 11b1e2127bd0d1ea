/** Deletes an account (product.md A10). One transaction ends it; a maintenance job then deletes the rows in batches. */
import { internal } from "../../_generated/api";
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { ErasedBy, Eraser } from "../rules/erasure";
import { refuse } from "../../base/rules/errors";
import type { Done } from "../../base/rules/refusals";
import schema from "../../schema";
import { isLastAdmin } from "../../account/data/admins";
import {
  blankAddress,
  blankEvents,
  record,
  type Actor,
} from "../../audit/data/log";
import { tablesOf } from "./belongings";
import { findBusiness } from "../../business/data/businesses";
import { tabletsOf } from "../../business/data/members";
import { connectionOf } from "../../calendar/data/connections";
import { takeBack } from "../../calendar/data/revocations";
import { listInDirectory } from "../../business/data/directory";
import { endUser } from "../../account/data/endUser";
import { linesOfBusiness } from "../../queue/data/lines";
import { deleteTokens } from "../../account/data/sessions";
import { endAccount } from "../../team/data/people";
import { deleteTablet } from "../../team/data/tablets";
import { subscriptionOf } from "../../billing/data/subscriptions";
import { openTickets } from "../../queue/data/tickets";
import { eachRow, job } from "../../base/data/job";
import type { Reader } from "../../base/data/rowBy";

const BATCH = 200;
/** Queues per step: each needs a query for every table. */
const QUEUES_A_BATCH = 20;

/** Ends the account, unless the platform would have no admin left. Its payments are cancelled before. */
export async function beginErasure(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  { by, adminId }: Eraser,
  now: number,
): Promise<Done<"lastAdmin">> {
  const business = await findBusiness(ctx, businessId);
  if (business === null) return { ok: true };
  if (await isLastAdmin(ctx, business.ownerId)) return refuse("lastAdmin");
  const actor = actorOf(by === "owner" ? business.ownerId : adminId, by);
  await record(ctx, { actor, action: "businessDeleted", businessId }, now);
  const subscription = await subscriptionOf(ctx, businessId);
  if (subscription !== null)
    await ctx.db.delete("subscriptions", subscription._id);
  await ctx.db.patch("businesses", businessId, { erasedAt: now });
  await listInDirectory(ctx, businessId);
  const calendar = await connectionOf(ctx, businessId);
  if (calendar !== null) await takeBack(ctx, calendar, now);
  await ctx.db.insert("erasures", {
    businessId,
    by,
    stripeCustomerId: subscription?.stripeCustomerId ?? null,
    sessionIds: await endUser(ctx, business.ownerId),
    at: now,
  });
  const jobs = ["erasures"];
  await ctx.scheduler.runAfter(0, internal.upkeep.maintenance.run, { jobs });
  return { ok: true };
}

/** Without a user: the operator, from a terminal. */
function actorOf(userId: Id<"users"> | undefined, kind: ErasedBy): Actor {
  return userId === undefined ? { kind: "server" } : { kind, userId };
}

/** One batch per account in turn, so that none waits for another. */
export const erasures = job<Doc<"erasures">>({
  due: (ctx, _at, page) => ctx.db.query("erasures").paginate(page),
  work: eachRow(async (ctx, erasure, { now }) => {
    const { _id: erasureId, stripeCustomerId } = erasure;
    const left = { rows: BATCH };
    const isDone = await eraseRows(ctx, erasure, left);
    if (isDone && stripeCustomerId === null) {
      await ctx.db.delete("erasures", erasureId);
      return "done";
    }
    const rows = (erasure.rows ?? 0) + BATCH - left.rows;
    await ctx.db.patch("erasures", erasureId, { at: now, rows });
    if (!isDone) return "again";
    const { forgetCustomer } = internal.privacy.erase;
    await ctx.scheduler.runAfter(0, forgetCustomer, { erasureId });
    return "done";
  }),
  rows: 1,
});

/** The Stripe customer that an erasure must still delete; null for none. */
export async function customerToForget(
  ctx: Reader,
  erasureId: Id<"erasures">,
): Promise<string | null> {
  return (await ctx.db.get("erasures", erasureId))?.stripeCustomerId ?? null;
}

export async function endErasure(ctx: MutationCtx, erasureId: Id<"erasures">) {
  const erasure = await ctx.db.get("erasures", erasureId);
  if (erasure !== null) await ctx.db.delete("erasures", erasureId);
}

/** Deletes up to `left.rows` rows and counts them down; true when none is left. The business goes last. */
async function eraseRows(
  ctx: MutationCtx,
  { businessId, sessionIds }: Doc<"erasures">,
  left: { rows: number },
): Promise<boolean> {
  /** Returns whether the batch is full. */
  const erase = async (table: TableNames, rows: readonly Row[]) => {
    for (const row of rows) await deleteRow(ctx, table, row);
    left.rows -= rows.length;
    return left.rows === 0;
  };
  // The open tickets first, so that waiting customers learn it: their phones watch these rows.
  for (const line of (await linesOfBusiness(ctx, businessId)).values()) {
    const { queueId, state } = line;
    const open = await openTickets(ctx, queueId, state.generation, left.rows);
    if (await erase("tickets", open)) return false;
    if (await erase("lines", [line])) return false;
  }
  for (let seen = 0; ; seen += 1) {
    const queue = await ctx.db
      .query("queues")
      .withIndex("by_businessId_and_deletedAt", (q) =>
        q.eq("businessId", businessId),
      )
      .first();
    if (queue === null) break;
    if (seen === QUEUES_A_BATCH) return false;
    for (const { table, index } of tablesOf("queue")) {
      const its = ["queueId", queue._id] as const;
      const rows = await rowsBy(ctx, table, index, its, left.rows);
      if (await erase(table, rows)) return false;
    }
    if (await erase("queues", [queue])) return false;
  }
  // One person a batch: an account has up to a thousand rows. Nobody has worked there since `erasedAt`.
  const member = await ctx.db
    .query("members")
    .withIndex("by_businessId", (q) => q.eq("businessId", businessId))
    .first();
  if (member !== null) {
    // Who left before may work elsewhere by now.
    if (member.removedAt === null) await endAccount(ctx, member.userId);
    await ctx.db.delete("members", member._id);
    return false;
  }
  for (const tablet of await tabletsOf(ctx, businessId)) {
    await deleteTablet(ctx, tablet);
    left.rows -= 1;
    if (left.rows === 0) return false;
  }
  for (const { table, index } of tablesOf("business")) {
    const its = ["businessId", businessId] as const;
    const rows = await rowsBy(ctx, table, index, its, left.rows);
    if (await erase(table, rows)) return false;
  }
  left.rows -= await blankEvents(ctx, businessId, left.rows);
  if (left.rows === 0) return false;
  for (const sessionId of sessionIds) {
    left.rows -= await deleteTokens(ctx, sessionId, left.rows);
    if (left.rows === 0) return false;
  }
  const business = await ctx.db.get("businesses", businessId);
  if (business === null) return true;
  const { ownerId: userId, email } = business;
  left.rows -= await blankAddress(ctx, { userId, email }, left.rows);
  if (left.rows === 0) return false;
  await erase("businesses", [business]);
  return true;
}

type Row = { _id: Id<TableNames> };

/** Rows by the first field of an index. Tables are values here, which the types of `withIndex` cannot express. */
async function rowsBy(
  ctx: MutationCtx,
  table: TableNames,
  index: string,
  [field, value]: readonly [string, string],
  count: number,
): Promise<Row[]> {
  return await ctx.db
    .query(table)
    .withIndex(index as never, (q) => q.eq(field as never, value as never))
    .take(count);
}

async function deleteRow(ctx: MutationCtx, table: TableNames, row: Row) {
  for (const field of fileFields(table)) {
    const id = (row as Record<string, unknown>)[field] as
      | Id<"_storage">
      | null
      | undefined;
    const file = id && (await ctx.db.system.get("_storage", id));
    if (file) await ctx.storage.delete(file._id);
  }
  await ctx.db.delete(table, row._id);
}

/** The fields of a table that are file ids, taken from its schema so that new ones are included. */
function fileFields(table: TableNames): string[] {
  const fields: Record<string, object> = schema.tables[table].validator.fields;
  return Object.entries(fields).flatMap(([name, validator]) => {
    const { json } = validator as { json: unknown };
    return JSON.stringify(json).includes('"_storage"') ? [name] : [];
  });
}
