/** Rows of data exports, and the pages that they are built from. */
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import { KEPT_MS } from "../../base/rules/kept";
import {
  EXPORT_FETCH_MS,
  EXPORT_PAGE,
  EXPORT_STILL_MS,
} from "../rules/exports";
import { exportsPerBusiness } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { belongings } from "./belongings";
import { exported } from "./exportedFields";
import { takeFromAll } from "../../base/data/rateLimits";
import { dueAfter, eachRow, job } from "../../base/data/job";
import { rowsBy, rowBy, type Reader } from "../../base/data/rowBy";

/** More than a business ever has, deleted ones included; each is a few hundred bytes. */
const MAX_QUEUES = 5_000;

export const exportOf = rowBy("exports", "businessId");

/** Begins an export in place of an earlier one; null if one is being built already. */
export async function beginExport(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  now: number,
): Promise<Id<"exports"> | null | Refused<"tooManyRequests">> {
  const before = await exportOf(ctx, businessId);
  if (before?.state === "building" && now < before.until) return null;
  const key = `export:${businessId}`;
  const wait = await takeFromAll(ctx, now, [key, exportsPerBusiness]);
  if (wait !== null) return refuse("tooManyRequests", wait);
  if (before !== null) await deleteExport(ctx, before);
  return await ctx.db.insert("exports", {
    businessId,
    state: "building",
    rows: 0,
    storageId: null,
    until: now + EXPORT_STILL_MS,
  });
}

/** Stores how many rows it has; false if the export has been given up or deleted. */
export async function noteProgress(
  ctx: MutationCtx,
  exportId: Id<"exports">,
  rows: number,
  now: number,
): Promise<boolean> {
  const row = await ctx.db.get("exports", exportId);
  if (row?.state !== "building") return false;
  await ctx.db.patch("exports", exportId, {
    rows,
    until: now + EXPORT_STILL_MS,
  });
  return true;
}

/** Marks it as ready with this file, or as failed for null; false if it has been given up or deleted. */
export async function endBuilding(
  ctx: MutationCtx,
  exportId: Id<"exports">,
  storageId: Id<"_storage"> | null,
  now: number,
): Promise<boolean> {
  const row = await ctx.db.get("exports", exportId);
  if (row?.state !== "building") return false;
  const state = storageId === null ? "failed" : "ready";
  const until = now + KEPT_MS.exports;
  await ctx.db.patch("exports", exportId, { state, storageId, until });
  return true;
}

/** Returns the file's address, once. */
export async function takeExport(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  now: number,
): Promise<{ ok: true; url: string } | Refused<"exportGone">> {
  const row = await exportOf(ctx, businessId);
  const isThere = row?.state === "ready" && now < row.until;
  if (
    !isThere ||
    // Guard untested: what is ready has its file; the check is for the type.
    row.storageId === null
  )
    return refuse("exportGone");
  const url = await ctx.storage.getUrl(row.storageId);
  if (url === null) return refuse("exportGone");
  const until = Math.min(row.until, now + EXPORT_FETCH_MS);
  await ctx.db.patch("exports", row._id, { state: "fetched", until });
  return { ok: true, url };
}

/** Deletes expired exports, and marks those as failed whose build has stopped. */
export const overExports = job<Doc<"exports">>({
  due: dueAfter("exports", "until"),
  work: eachRow(async (ctx, row, { now }) => {
    if (row.state === "building") await endBuilding(ctx, row._id, null, now);
    else await deleteExport(ctx, row);
  }),
});

/** Deletes the business's export and its file. */
export async function dropExport(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
): Promise<void> {
  const row = await exportOf(ctx, businessId);
  if (row !== null) await deleteExport(ctx, row);
}

async function deleteExport(
  ctx: MutationCtx,
  { _id, storageId }: Doc<"exports">,
): Promise<void> {
  const file = storageId && (await ctx.db.system.get("_storage", storageId));
  if (file) await ctx.storage.delete(file._id);
  await ctx.db.delete("exports", _id);
}

export type Source = { table: TableNames; of: string };

const queuesOf = rowsBy("queues", "businessId_and_deletedAt", MAX_QUEUES);

/** All sources of a business's export, in order. */
export async function sourcesOf(
  ctx: Reader,
  businessId: Id<"businesses">,
): Promise<Source[]> {
  const queues = await queuesOf(ctx, businessId);
  const tables = Object.keys(exported) as TableNames[];
  return tables
    .filter((table) => exported[table] !== null)
    .flatMap((table): Source[] => {
      const belonging = belongings[table];
      const isByQueue =
        typeof belonging === "object" && belonging.of === "queue";
      return isByQueue
        ? queues.map(({ _id }) => ({ table, of: _id }))
        : [{ table, of: businessId }];
    });
}

/** A page of rows, and the cursor of the next; null at the end. */
export async function exportPage(
  ctx: Reader,
  { table, of }: Source,
  cursor: string | null,
): Promise<{ rows: Record<string, unknown>[]; next: string | null }> {
  if (table === "businesses") {
    const id = ctx.db.normalizeId("businesses", of);
    const business = id && (await ctx.db.get("businesses", id));
    return { rows: business ? [business] : [], next: null };
  }
  const belonging = belongings[table];
  const { index, field } =
    typeof belonging === "object"
      ? {
          index: belonging.index as string,
          field: belonging.of === "queue" ? "queueId" : "businessId",
        }
      : { index: "by_businessId_and_deletedAt", field: "businessId" };
  const found = await ctx.db
    .query(table)
    .withIndex(index as never, (q) => q.eq(field as never, of as never))
    .paginate({ cursor, numItems: EXPORT_PAGE });
  return { rows: found.page, next: found.isDone ? null : found.continueCursor };
}
