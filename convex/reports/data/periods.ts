/** Reads a bounded number of sums for the owner's reports, and no tickets. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { appError, refuse } from "../../base/rules/errors";
import { maxQueues, plans } from "../../base/rules/plans";
import type { Refused } from "../../base/rules/refusals";
import { PART_DAYS } from "../rules/sums";
import { daysBefore, isDay } from "../../base/rules/timezones";
import { newestBy } from "../../base/data/rowBy";

/** Days that a plan without full reports shows. */
const SHORT_DAYS = 7;
/** Every queue of every day, and as many deleted ones: more than createQueue allows. */
const MAX_ROWS = 2 * PART_DAYS * maxQueues;

/** Business days, both ends included. */
export type Range = { from: string; to: string };
type OwnerQueryCtx = QueryCtx & { business: Doc<"businesses"> };

/** @throws invalidInput for an invalid range, or one longer than PART_DAYS */
export function ensureRange({ from, to }: Range): Range {
  const good =
    isDay(from) && isDay(to) && from <= to && from > daysBefore(to, PART_DAYS);
  if (!good) throw appError("invalidInput");
  return { from, to };
}

const newestDays = newestBy("queueDays", "businessId_and_day", 1);

/** The part of a range that the plan shows (product.md P8). Needs no clock. */
export async function shownRange(
  ctx: OwnerQueryCtx,
  range: Range,
): Promise<({ ok: true } & Range) | Refused<"notInPlan">> {
  const { business } = ctx;
  if (plans[business.plan].fullReports) return { ok: true, ...range };
  const [newest] = await newestDays(ctx, business._id);
  if (newest === undefined) return { ok: true, ...range };
  const first = daysBefore(newest.day, SHORT_DAYS - 1);
  if (range.to < first) return refuse("notInPlan");
  const from = range.from < first ? first : range.from;
  return { ok: true, from, to: range.to };
}

/** The stored days of a range, of one queue or of all queues, including deleted ones. */
export async function daysIn<Name extends "queueDays" | "feedbackDays">(
  ctx: OwnerQueryCtx,
  name: Name,
  range: Range,
  queueId: Id<"queues"> | null,
): Promise<Doc<Name>[]> {
  const days = await daysOf(ctx, name, range, queueId).take(MAX_ROWS);
  return days as unknown as Doc<Name>[];
}

/** The first day with figures. */
export async function firstDay(
  ctx: OwnerQueryCtx,
  queueId: Id<"queues"> | null,
): Promise<string | null> {
  const ever = { from: "0000-01-01", to: "9999-12-31" };
  return (await daysOf(ctx, "queueDays", ever, queueId).first())?.day ?? null;
}

/** Both tables have these indexes. */
function daysOf(
  { db, business }: OwnerQueryCtx,
  name: "queueDays" | "feedbackDays",
  { from, to }: Range,
  queueId: Id<"queues"> | null,
) {
  const table = db.query<"queueDays" | "feedbackDays">(name);
  return queueId === null
    ? table.withIndex("by_businessId_and_day", (q) =>
        q.eq("businessId", business._id).gte("day", from).lte("day", to),
      )
    : table.withIndex("by_queueId_and_day", (q) =>
        q.eq("queueId", queueId).gte("day", from).lte("day", to),
      );
}

export async function namesOf(
  { db }: OwnerQueryCtx,
  days: readonly { queueId: Id<"queues"> }[],
): Promise<{ queueId: Id<"queues">; name: string; letter: string | null }[]> {
  const ids = new Set(days.map(({ queueId }) => queueId));
  const queues = await Promise.all(
    [...ids].map(async (id) => await db.get("queues", id)),
  );
  return queues
    .filter((queue) => queue !== null)
    .map(({ _id, name, letter }) => ({ queueId: _id, name, letter }));
}

export async function looksIn(
  { db, business }: OwnerQueryCtx,
  { from, to }: Range,
): Promise<Doc<"lookDays">[]> {
  return await db
    .query("lookDays")
    .withIndex("by_businessId_and_day", (q) =>
      q.eq("businessId", business._id).gte("day", from).lte("day", to),
    )
    .take(PART_DAYS);
}
