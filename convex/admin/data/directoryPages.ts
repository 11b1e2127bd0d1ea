/**
 * Searches businesses (product.md O20). Words are found by their beginning in one index range, then other parts of texts
 * in a bounded piece of the list, so a page may be short or empty without being the last. An index of all parts would
 * have ten times the rows, and full text search would read every row for each page.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { SubscriptionState } from "../../business/rules/standing";
import {
  fold,
  isIn,
  keyFor,
  LAST_CHARACTER,
  MAX_SEARCH,
  type directoryAnswer,
  type Sort,
} from "../../business/rules/directory";
import { must } from "../../base/rules/errors";
import { boundedPage } from "../../base/rules/pages";
import type { Plan } from "../../base/rules/plans";
import {
  directoryRow,
  directoryRowOfUser,
} from "../../business/data/directory";

type Row = Doc<"directory">;
type Page = PaginationResult<Infer<typeof directoryAnswer>>;
/** Null matches everything. */
export type Wanted = { plan: Plan | null; state: SubscriptionState | null };

const MAX_ROWS = 100;
/** Rows that one page looks through. Of a hundred thousand businesses no search needs more than 25 such pages. */
const MAX_READ = 4_000;
/** Begins the cursor of pages after those by key; the creation time of the last row read follows. */
const OTHER_PARTS = "parts:";

/** A page of businesses, in the order of `sort`, or of the matching words for a text. */
export async function directoryPage(
  ctx: QueryCtx,
  { text, sort, ...wanted }: Wanted & { text: string; sort: Sort },
  page: PaginationOptions,
): Promise<Page> {
  const bounded = boundedPage(page, MAX_ROWS);
  const asked = text.trim();
  if (asked === "") return await listed(ctx, wanted, sort, bounded);
  if (asked.length > MAX_SEARCH) return only([]);
  const named = await byId(ctx, asked);
  if (named !== null) {
    const fits = fixedOf(wanted).every(([field, is]) => named[field] === is);
    return only(fits ? [named] : []);
  }
  const folded = fold(asked);
  return folded === "" ? only([]) : await found(ctx, wanted, folded, bounded);
}

/** The row of a business by its own id or its owner's; null for any other text. */
async function byId(ctx: QueryCtx, text: string): Promise<Row | null> {
  const businessId = ctx.db.normalizeId("businesses", text);
  return businessId === null
    ? await directoryRowOfUser(ctx, text)
    : await directoryRow(ctx, businessId);
}

async function listed(
  ctx: QueryCtx,
  wanted: Wanted,
  sort: Sort,
  page: PaginationOptions,
): Promise<Page> {
  const by = sort === "name" ? "nameKey" : "createdAt";
  const rows = await ctx.db
    .query("directory")
    .withIndex(indexOf(wanted, by) as "by_createdAt", (q) => equal(q, wanted))
    .order(sort === "newest" ? "desc" : "asc")
    .paginate(page);
  return { ...rows, page: rows.page.map(shown) };
}

/** First what begins with the search, then what has it elsewhere. */
async function found(
  ctx: QueryCtx,
  wanted: Wanted,
  asked: string,
  page: PaginationOptions,
): Promise<Page> {
  const { cursor, numItems } = page;
  if (cursor?.startsWith(OTHER_PARTS) === true) {
    const before = Number(cursor.slice(OTHER_PARTS.length));
    return await foundElsewhere(ctx, wanted, asked, { before, most: numItems });
  }
  const keys = await ctx.db
    .query("directoryKeys")
    .withIndex(indexOf(wanted, "key") as "by_key", (q) =>
      equal(q, wanted)
        .gte("key", asked)
        .lt("key", asked + LAST_CHARACTER),
    )
    .paginate(page);
  const rows: Row[] = [];
  for (const { businessId, key } of keys.page) {
    const row = must(await directoryRow(ctx, businessId), "row of a key");
    // A business that matches with several words appears at the first one.
    if (keyFor(row, asked) === key) rows.push(row);
  }
  if (!keys.isDone) return { ...keys, page: rows.map(shown) };
  const rest = { before: Infinity, most: numItems - rows.length };
  const others = await foundElsewhere(ctx, wanted, asked, rest);
  return { ...others, page: [...rows.map(shown), ...others.page] };
}

/** Those that have the search in another place than the beginning of a key, newest first. */
async function foundElsewhere(
  ctx: QueryCtx,
  wanted: Wanted,
  asked: string,
  { before, most }: { before: number; most: number },
): Promise<Page> {
  const range = ctx.db
    .query("directory")
    .withIndex(indexOf(wanted, "createdAt") as "by_createdAt", (q) =>
      equal(q, wanted).lt("createdAt", before),
    )
    .order("desc");
  const rows: Row[] = [];
  let read = 0;
  let last = before;
  for await (const row of range) {
    if (rows.length === most || read === MAX_READ)
      return {
        page: rows.map(shown),
        isDone: false,
        continueCursor: `${OTHER_PARTS}${last}`,
      };
    read += 1;
    last = row.createdAt;
    if (isIn(row, asked) && keyFor(row, asked) === null) rows.push(row);
  }
  return only(rows);
}

type Fixed = readonly (readonly ["plan" | "state", string])[];

function fixedOf({ plan, state }: Wanted): Fixed {
  return [
    ...(plan === null ? [] : [["plan", plan] as const]),
    ...(state === null ? [] : [["state", state] as const]),
  ];
}

/** The index that begins with the fixed fields and continues with `by`. */
function indexOf(wanted: Wanted, by: string): string {
  const fields = [...fixedOf(wanted).map(([field]) => field), by];
  return `by_${fields.join("_and_")}`;
}

/** The range with the fixed fields. The types cannot express which index it is. */
function equal<Range>(range: Range, wanted: Wanted): Range {
  type Builder = { eq: (field: string, value: string) => Range };
  return fixedOf(wanted).reduce(
    (part, [field, value]) => (part as unknown as Builder).eq(field, value),
    range,
  );
}

function only(rows: Row[]): Page {
  return { page: rows.map(shown), isDone: true, continueCursor: "" };
}

/** The row as admins get it. */
export function shown({ _id, _creationTime, nameKey: _, ...row }: Row) {
  return row;
}
