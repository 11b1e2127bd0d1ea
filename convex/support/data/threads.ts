/** Reads support threads, their messages and unread counts; and the mail to admins about unread ones (product.md O47). */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError } from "../../base/rules/errors";
import { boundedPage } from "../../base/rules/pages";
import { ADMINS_LOOK_MS, type SupportStatus } from "../rules/threads";
import { rowsBy, type Reader } from "../../base/data/rowBy";
import { accountOf, ownEmail } from "../../account/data/accounts";
import { isAdmin, MAX_ADMINS } from "../../account/data/admins";
import { findBusiness } from "../../business/data/businesses";
import { queueMail } from "../../mail/data/outbox";

type Thread = Doc<"supportThreads">;
type Wanted = {
  businessId: Id<"businesses"> | null;
  status: SupportStatus | null;
};

const PAGE = 50;
/** A badge counts up to this. */
const COUNTED = 99;

/** @throws notFound */
export async function ensureThread(ctx: Reader, threadId: string) {
  const id = ctx.db.normalizeId("supportThreads", threadId);
  const thread = id === null ? null : await ctx.db.get("supportThreads", id);
  if (thread === null) throw appError("notFound");
  return thread;
}

/** Newest first. @param find null matches every business or every status */
export async function threadsPage(
  ctx: Reader,
  find: Wanted,
  page: PaginationOptions,
): Promise<PaginationResult<Thread>> {
  return await found(ctx, find).order("desc").paginate(boundedPage(page, PAGE));
}

function found(ctx: Reader, { businessId, status }: Wanted) {
  const threads = ctx.db.query("supportThreads");
  if (businessId !== null && status !== null) {
    return threads.withIndex("by_businessId_and_status_and_lastAt", (q) =>
      q.eq("businessId", businessId).eq("status", status),
    );
  }
  if (businessId !== null) {
    return threads.withIndex("by_businessId_and_lastAt", (q) =>
      q.eq("businessId", businessId),
    );
  }
  return status === null
    ? threads.withIndex("by_lastAt")
    : threads.withIndex("by_status_and_lastAt", (q) => q.eq("status", status));
}

/** Newest first. */
export async function messagesPage(
  ctx: Reader,
  { _id }: Thread,
  page: PaginationOptions,
): Promise<PaginationResult<Doc<"supportMessages">>> {
  return await ctx.db
    .query("supportMessages")
    .withIndex("by_threadId_and_at", (q) => q.eq("threadId", _id))
    .order("desc")
    .paginate(boundedPage(page, PAGE));
}

const unreadOf = rowsBy(
  "supportThreads",
  "businessId_and_unreadByOwner",
  COUNTED,
);
const unreadIn = rowsBy("supportThreads", "unreadByAdmins", COUNTED);

/** How many threads have messages that this owner has not read, up to 99. */
export async function unreadByOwner(ctx: Reader, { _id }: Doc<"businesses">) {
  return (await unreadOf(ctx, _id, true)).length;
}

/** How many threads have messages that no admin has read, up to 99. */
export async function unreadByAdmins(ctx: Reader): Promise<number> {
  return (await unreadIn(ctx, true)).length;
}

/** The author's address; null if the account is gone. */
export async function emailOf(ctx: Reader, userId: Id<"users">) {
  return (await ctx.db.get("users", userId))?.email ?? null;
}

/** The message that a mail is about; null if it is gone. @param occasion of the mail's row in the outbox */
export async function toldMessage(ctx: Reader, occasion: string) {
  const id = ctx.db.normalizeId("supportMessages", occasion);
  const message = id && (await ctx.db.get("supportMessages", id));
  if (message === null) return null;
  const thread = await ctx.db.get("supportThreads", message.threadId);
  return thread && { thread, text: message.text, at: message.at };
}

/** Queues a mail to every admin. @param occasion the thread's first message that no admin has read */
export async function tellAdmins(
  ctx: MutationCtx,
  occasion: Id<"supportMessages">,
  now: number,
): Promise<void> {
  const kind = "supportAdmins" as const;
  for (const { userId } of await ctx.db.query("admins").take(MAX_ADMINS)) {
    const to = await ownEmail(ctx, userId);
    // Without a business, because an owner's export and account deletion must not include an admin's address.
    const wanted = { business: null, ticketId: null, to, kind, occasion };
    await queueMail(ctx, wanted, now, ADMINS_LOOK_MS);
  }
}

/** The content of the mail; null once an admin has read the thread, or if the address is no longer an admin's. */
export async function unreadMatter(
  ctx: Reader,
  { occasion, to }: Pick<Doc<"mails">, "occasion" | "to">,
) {
  const told = await toldMessage(ctx, occasion);
  if (told === null || told.thread.unreadSince !== told.at) return null;
  const account = await accountOf(ctx, to);
  if (account === null || !(await isAdmin(ctx, account.userId))) return null;
  const business = await findBusiness(ctx, told.thread.businessId);
  if (business === null) return null;
  const { _id: threadId, subject } = told.thread;
  return { threadId, subject, businessName: business.name };
}
