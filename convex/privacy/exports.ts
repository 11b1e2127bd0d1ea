/** All data of a business as one file for its owner (product.md A13), downloaded once, deleted after an hour. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Id, TableNames } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { columnsInFile, exported } from "./data/exportedFields";
import {
  beginExport,
  endBuilding,
  exportOf,
  exportPage,
  noteProgress,
  sourcesOf,
  takeExport,
} from "./data/exports";
import {
  internalAction,
  internalMutation,
  internalQuery,
  ownerMutation,
  ownerQuery,
} from "../functions";
import { ZipWriter } from "./services/zip";
import { CSV_MARK } from "../base/rules/csv";
import { must } from "../base/rules/errors";
import {
  csvOf,
  jsonOf,
  withoutFields,
  type ShopClock,
} from "./rules/exportFiles";
import { shopClockOf, writingOf } from "../base/rules/clock";
import { shopClockFields } from "../base/rules/clockValidators";
import { exportStateValidator } from "./rules/exports";
import { LOGO_MISSING, readMe } from "./rules/exportReadMe";
import { doneOr, doneWith } from "../base/rules/refusals";

const sourceValidator = v.object({ table: v.string(), of: v.string() });
const sourcesValidator = v.array(sourceValidator);
const pageValidator = v.object({
  rows: v.array(v.any()),
  next: v.nullable(v.string()),
});
type Row = Record<string, unknown>;

/** Begins to build an export; does nothing if one is being built. */
export const start = ownerMutation({
  args: {},
  returns: doneOr("tooManyRequests"),
  handler: async (ctx) => {
    const { _id: businessId } = ctx.business;
    const begun = await beginExport(ctx, businessId, Date.now());
    if (typeof begun === "object" && begun !== null) return begun;
    if (begun !== null) {
      const shop = shopClockOf(ctx.business);
      const args = { exportId: begun, businessId, shop };
      await ctx.scheduler.runAfter(0, internal.privacy.exports.build, args);
    }
    return { ok: true as const };
  },
});

/** The state of the caller's export; null without one. */
export const current = ownerQuery({
  args: {},
  returns: v.nullable(
    v.object({
      state: exportStateValidator,
      rows: v.number(),
      until: v.number(),
    }),
  ),
  handler: async (ctx) => {
    const row = await exportOf(ctx, ctx.business._id);
    if (row === null) return null;
    const { state, rows, until } = row;
    return { state, rows, until };
  },
});

/** The file's address: returned once, and the file is deleted ten minutes later. */
export const take = ownerMutation({
  args: {},
  returns: doneWith({ url: v.string() }, "exportGone"),
  handler: async (ctx) => await takeExport(ctx, ctx.business._id, Date.now()),
});

/** Reads everything, a page at a time, and stores the archive. Times in its CSV are as the business writes them. */
export const build = internalAction({
  args: {
    exportId: v.id("exports"),
    businessId: v.id("businesses"),
    shop: v.object(shopClockFields),
  },
  returns: v.null(),
  handler: async (ctx, { exportId, businessId, shop }) => {
    const zip = new ZipWriter();
    const { timezone } = shop;
    const clock = { timezone, writing: writingOf(shop) };
    zip.write("README.txt", readMe(files.map(({ file }) => file)));
    for (const { file, table } of files) {
      zip.write(`${file}.json`, "[");
      const columns = columnsInFile(table).join(",");
      zip.write(`${file}.csv`, `${CSV_MARK}${columns}\r\n`);
    }
    const written = new Map<string, number>();
    let rows = 0;
    const sources: Infer<typeof sourcesValidator> = await ctx.runQuery(
      internal.privacy.exports.sources,
      { businessId },
    );
    for (const source of sources) {
      let cursor: string | null = null;
      do {
        const page: Infer<typeof pageValidator> = await ctx.runQuery(
          internal.privacy.exports.page,
          { source, cursor },
        );
        const table = source.table as TableNames;
        add({ zip, written, clock }, table, page.rows as Row[]);
        await addFiles(ctx, zip, page.rows as Row[]);
        rows += page.rows.length;
        cursor = page.next;
        const isWanted: boolean = await ctx.runMutation(
          internal.privacy.exports.progress,
          { exportId, rows },
        );
        if (!isWanted) return;
      } while (cursor !== null);
    }
    for (const { file } of files) zip.write(`${file}.json`, "\n]\n");
    const storageId = await ctx.storage.store(zip.end());
    const kept: boolean = await ctx.runMutation(
      internal.privacy.exports.finish,
      { exportId, storageId },
    );
    // The account was deleted in the meantime, with its rows and files.
    if (!kept) await ctx.storage.delete(storageId);
  },
});

/** The sources of the export. */
export const sources = internalQuery({
  args: { businessId: v.id("businesses") },
  returns: sourcesValidator,
  handler: async (ctx, { businessId }) => await sourcesOf(ctx, businessId),
});

/** One page of one source. */
export const page = internalQuery({
  args: { source: sourceValidator, cursor: v.nullable(v.string()) },
  returns: pageValidator,
  handler: async (ctx, { source, cursor }) => {
    const { of } = source;
    const table = source.table as TableNames;
    return await exportPage(ctx, { table, of }, cursor);
  },
});

/** False if the export has been given up or deleted. */
export const progress = internalMutation({
  args: { exportId: v.id("exports"), rows: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { exportId, rows }) =>
    await noteProgress(ctx, exportId, rows, Date.now()),
});

/** False if the export has been given up or deleted. */
export const finish = internalMutation({
  args: { exportId: v.id("exports"), storageId: v.id("_storage") },
  returns: v.boolean(),
  handler: async (ctx, { exportId, storageId }) =>
    await endBuilding(ctx, exportId, storageId, Date.now()),
});

/** Bookings are tickets, and also get their own file. */
const BOOKINGS = "bookings";

/** Names without an ending. */
const files = [
  ...Object.entries(exported).flatMap(([table, part]) =>
    part === null ? [] : [{ file: part.file, table: table as TableNames }],
  ),
  { file: BOOKINGS, table: "tickets" as const },
];

function add(
  to: { zip: ZipWriter; written: Map<string, number>; clock: ShopClock },
  table: TableNames,
  stored: readonly Row[],
): void {
  const { zip, written, clock } = to;
  const { file, without } = must(exported[table], "exported table");
  const rows = stored.map((row) => withoutFields(row, without));
  const put = (name: string, some: readonly Row[]) => {
    const before = written.get(name) ?? 0;
    if (some.length === 0) return;
    zip.write(`${name}.json`, jsonOf(some, before === 0));
    zip.write(`${name}.csv`, csvOf(some, columnsInFile(table), clock));
    written.set(name, before + some.length);
  };
  put(file, rows);
  if (table === "tickets") {
    put(
      BOOKINGS,
      rows.filter(({ scheduledTime }) => scheduledTime !== null),
    );
  }
}

async function addFiles(
  ctx: Pick<ActionCtx, "storage">,
  zip: ZipWriter,
  rows: readonly Row[],
): Promise<void> {
  for (const { logoId } of rows) {
    if (typeof logoId !== "string") continue;
    const logo = await logoFile(ctx, logoId as Id<"_storage">);
    if (logo === null) zip.write("README.txt", LOGO_MISSING);
    else zip.write(...logo);
  }
}

/** Its name and content; null if the server has lost it. */
async function logoFile(
  ctx: Pick<ActionCtx, "storage">,
  logoId: Id<"_storage">,
): Promise<[name: string, content: Uint8Array] | null> {
  try {
    const file = await ctx.storage.get(logoId);
    if (file === null) return null;
    const name = `logo.${file.type.replace("image/", "")}`;
    return [name, new Uint8Array(await file.arrayBuffer())];
  } catch (error) {
    // eslint-disable-next-line no-console -- operators read in the log what failed
    console.error(String(error));
    return null;
  }
}
