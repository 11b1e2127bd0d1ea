/** Searches the audit log by reading a few index ranges together; full text search would read every row. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { AuditAction } from "../../audit/rules/entries";
import { cursorAt, isOlder, merged, positionIn } from "../rules/auditRows";
import { appError } from "../../base/rules/errors";
import { normalizeEmail } from "../../base/rules/password";
import { accountOf } from "../../account/data/accounts";
import { directoryPage } from "./directoryPages";

type Row = Doc<"auditEvents">;

/** Businesses that one text may match; each is a range to read. */
const MAX_BUSINESSES = 10;
/** Rows read for one page; further matches come on the next pages. */
const MAX_SEEN = 500;

/** Null matches everything. Times in milliseconds, `from` inclusive and `to` exclusive. */
export type Wanted = {
  readonly text: string;
  readonly action: AuditAction | null;
  readonly businessId: string | null;
  readonly from: number | null;
  readonly to: number | null;
};

/** The owners of the rows that a text asks for. */
type Meant = {
  businesses: { businessId: Id<"businesses">; name: string | null }[];
  userIds: Id<"users">[];
  /** More businesses match than are searched. */
  more: boolean;
};

/** What a text matches: an id, an address, or the beginnings of words in a business's name. */
export async function meantBy(ctx: QueryCtx, typed: string): Promise<Meant> {
  const text = typed.trim();
  const businessId = ctx.db.normalizeId("businesses", text);
  if (businessId !== null) {
    // A deleted account has left the directory, but not the audit log.
    const name = (await ctx.db.get("businesses", businessId))?.name ?? null;
    return { businesses: [{ businessId, name }], userIds: [], more: false };
  }
  const userId =
    ctx.db.normalizeId("users", text) ?? (await ofEmail(ctx, text));
  const search = { text, plan: null, state: null, sort: "name" } as const;
  const first = { cursor: null, numItems: MAX_BUSINESSES };
  const found = await directoryPage(ctx, search, first);
  return {
    businesses: found.page.map(({ businessId, name }) => ({
      ...{ businessId, name },
    })),
    userIds: userId === null ? [] : [userId],
    more: !found.isDone,
  };
}

async function ofEmail(ctx: QueryCtx, text: string) {
  const email = normalizeEmail(text);
  if (email === null) return null;
  return (await accountOf(ctx, email))?.userId ?? null;
}

/** The actor's address. The log has none of somebody in a team: it is known while they have an account. */
export async function emailOf(ctx: QueryCtx, { userId, email }: Row["actor"]) {
  if (email !== null || userId === null) return email;
  return (await ctx.db.get("users", userId))?.email ?? null;
}

/** A page of matching rows, short if matches are rare. @throws invalidInput for an invalid cursor */
export async function auditPage(
  ctx: QueryCtx,
  wanted: Wanted,
  { cursor, numItems }: PaginationOptions,
  matches = ({ action }: Row) =>
    wanted.action === null || action === wanted.action,
): Promise<PaginationResult<Row>> {
  const after = cursor === null ? null : positionIn(cursor);
  if (cursor !== null && after === null) throw appError("invalidInput");
  const lists = await listsOf(ctx, wanted, after?.at ?? null);
  const page: Row[] = [];
  let seen = 0;
  let last: Row | null = null;
  for await (const row of merged(lists)) {
    if (after !== null && !isOlder(row, after)) continue;
    const isFull = page.length === numItems || seen === MAX_SEEN;
    if (isFull && last !== null) {
      return { page, isDone: false, continueCursor: cursorAt(last) };
    }
    seen += 1;
    last = row;
    if (matches(row)) page.push(row);
  }
  return { page, isDone: true, continueCursor: "" };
}

/** The ranges that hold the rows, each newest first, down from `upTo`. */
async function listsOf(
  ctx: QueryCtx,
  { text, action, businessId, from, to }: Wanted,
  upTo: number | null,
): Promise<AsyncIterable<Row>[]> {
  const first = from ?? 0;
  const end = Math.min(to ?? Infinity, upTo === null ? Infinity : upTo + 1);
  const log = () => ctx.db.query("auditEvents");
  const ofBusiness = (id: Id<"businesses">) =>
    log()
      .withIndex("by_businessId_and_at", (q) =>
        q.eq("businessId", id).gte("at", first).lt("at", end),
      )
      .order("desc");
  const byUser = (id: Id<"users">) =>
    log()
      .withIndex("by_actor_and_at", (q) =>
        q.eq("actor.userId", id).gte("at", first).lt("at", end),
      )
      .order("desc");
  if (businessId !== null) {
    const id = ctx.db.normalizeId("businesses", businessId);
    return id === null ? [] : [ofBusiness(id)];
  }
  if (text.trim() !== "") {
    const { businesses, userIds } = await meantBy(ctx, text);
    const ids = businesses.map((found) => found.businessId);
    return [...ids.map(ofBusiness), ...userIds.map(byUser)];
  }
  const all =
    action === null
      ? log().withIndex("by_at", (q) => q.gte("at", first).lt("at", end))
      : log().withIndex("by_action_and_at", (q) =>
          q.eq("action", action).gte("at", first).lt("at", end),
        );
  return [all.order("desc")];
}
