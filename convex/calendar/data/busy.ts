/** When owners are busy elsewhere, as Google last said (product.md K4). Bookable times never wait for Google. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { busyByDay, HORIZON_MS, utcDay } from "../rules/busy";
import type { Span } from "../../base/rules/span";
import { noteHealth, openConnectionOf } from "./connections";
import { rowsBy, type Reader } from "../../base/data/rowBy";

/** Older busy times are refreshed when a customer looks at bookable times. */
const FRESH_MS = 2 * 60_000;
/** A later answer counts as lost. */
const ASKED_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** One row per day, with some to spare. */
const MAX_DAYS = HORIZON_MS / DAY_MS + 10;

/** All blocks of the UTC days of `span`. */
export async function busyAround(
  ctx: Reader,
  businessId: Id<"businesses">,
  { start, end }: Span,
): Promise<Span[]> {
  const rows = await ctx.db
    .query("calendarBusy")
    .withIndex("by_businessId_and_day", (q) =>
      q
        .eq("businessId", businessId)
        .gte("day", utcDay(start))
        .lte("day", utcDay(end - 1)),
    )
    .take(MAX_DAYS);
  return rows.flatMap(({ blocks }) => blocks);
}

/** Asks Google in the background if the busy times are old. */
export async function lookAtBusy(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  now: number,
): Promise<void> {
  const row = await openConnectionOf(ctx, businessId);
  if (row === null || !isDue(row, now)) return;
  // Now, not when the reading begins: looks in the meantime, or where none can begin, would each add a job.
  await ctx.db.patch("calendarConnections", row._id, { busyAskedAt: now });
  await ctx.scheduler.runAfter(0, internal.calendar.googleCalls.readBusy, {
    businessId,
  });
}

/** Begins a reading. Returns the connection and the span to ask for; null without a connection. */
export async function beginReading(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  now: number,
): Promise<{ row: Doc<"calendarConnections">; span: Span } | null> {
  const row = await openConnectionOf(ctx, businessId);
  if (row === null) return null;
  await ctx.db.patch("calendarConnections", row._id, { busyAskedAt: now });
  const start = utcDay(now) * DAY_MS;
  return { row, span: { start, end: start + HORIZON_MS + 2 * DAY_MS } };
}

function isDue(
  { busyAsOf, busyAskedAt }: Doc<"calendarConnections">,
  now: number,
): boolean {
  return now - (busyAsOf ?? 0) >= FRESH_MS && now - busyAskedAt >= ASKED_MS;
}

type Reading = {
  connectionId: Id<"calendarConnections">;
  /** Of the token that was used. */
  tokenNonce: string;
  span: Span;
  read: readonly Span[] | "revoked" | "later";
};

/** Stores Google's answer. Unchanged days are not written, so their queries do not rerun. */
export async function saveBusy(
  ctx: MutationCtx,
  { connectionId, tokenNonce, span, read }: Reading,
  now: number,
): Promise<void> {
  const row = await ctx.db.get("calendarConnections", connectionId);
  // It was disconnected or connected again in the meantime.
  if (row?.token.nonce !== tokenNonce) return;
  if (read === "revoked") return noteHealth(ctx, row, { isExpired: true });
  if (read === "later") return noteHealth(ctx, row, { trouble: "unreachable" });
  const { businessId } = row;
  const days = busyByDay(read, span);
  for (const known of await busyRows(ctx, businessId)) {
    const blocks = days.get(known.day);
    days.delete(known.day);
    if (blocks === undefined) await ctx.db.delete("calendarBusy", known._id);
    else if (JSON.stringify(blocks) !== JSON.stringify(known.blocks))
      await ctx.db.patch("calendarBusy", known._id, { blocks });
  }
  for (const [day, blocks] of days)
    await ctx.db.insert("calendarBusy", { businessId, day, blocks });
  await ctx.db.patch("calendarConnections", connectionId, { busyAsOf: now });
  if (row.trouble === "unreachable")
    await noteHealth(ctx, row, { trouble: null });
}

export async function dropBusy(ctx: MutationCtx, businessId: Id<"businesses">) {
  for (const { _id } of await busyRows(ctx, businessId))
    await ctx.db.delete("calendarBusy", _id);
}

const busyRows = rowsBy("calendarBusy", "businessId_and_day", 2 * MAX_DAYS);
