/**
 * Threads between owners and the platform's admins, and their messages. An
 * admin's message is told by e-mail too (product.md O42); what that says is
 * model/supportMail.ts.
 */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { appError } from "../model/errors";
import { boundedPage } from "../model/pages";
import {
  excerptOf,
  statusAfter,
  SUPPORT_KEPT_MS,
  type SupportSide,
  type SupportStatus,
} from "../model/support";
import { record } from "./audit";
import { queueMail } from "./mailOutbox";

type Reader = Pick<QueryCtx, "db">;
type Thread = Doc<"supportThreads">;

/** Rows of one page. */
const PAGE = 50;
/** What a badge counts up to. */
const COUNTED = 99;

/** Who writes. */
export type Author = { by: SupportSide; userId: Id<"users"> };

/** @throws notFound */
export async function ensureThread(
  ctx: Reader,
  threadId: string,
): Promise<Thread> {
  const id = ctx.db.normalizeId("supportThreads", threadId);
  const thread = id === null ? null : await ctx.db.get("supportThreads", id);
  if (thread === null) throw appError("notFound");
  return thread;
}

/** @throws notFound, also for another business's */
export async function ensureOwnThread(
  ctx: Reader & { business: Doc<"businesses"> },
  threadId: string,
): Promise<Thread> {
  const thread = await ensureThread(ctx, threadId);
  if (thread.businessId !== ctx.business._id) throw appError("notFound");
  return thread;
}

/** Begins a thread with its first message. */
export async function openThread(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { subject, text, ...author }: Author & { subject: string; text: string },
  now: number,
): Promise<Id<"supportThreads">> {
  const threadId = await ctx.db.insert("supportThreads", {
    businessId: business._id,
    subject,
    at: now,
    ...headOf(author.by, text, now),
    unreadByAdmins: false,
    unreadByOwner: false,
    ...unreadFor(author.by),
  });
  await insertMessage(ctx, business, threadId, author, text, now);
  if (author.by === "admin") {
    await recordWritten(ctx, business, author, "supportWritten", subject, now);
  }
  return threadId;
}

/** Adds a message; whoever writes has read what stands above it. */
export async function addMessage(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { _id: threadId, subject }: Thread,
  { text, ...author }: Author & { text: string },
  now: number,
): Promise<void> {
  await ctx.db.patch("supportThreads", threadId, {
    ...headOf(author.by, text, now),
    ...unreadFor(author.by),
    ...readBy(author.by),
  });
  await insertMessage(ctx, business, threadId, author, text, now);
  if (author.by === "admin") {
    await recordWritten(ctx, business, author, "supportAnswered", subject, now);
  }
}

/** Notes that one side has read it. */
export async function markRead(
  ctx: MutationCtx,
  thread: Thread,
  by: SupportSide,
): Promise<void> {
  const isUnread =
    by === "owner" ? thread.unreadByOwner : thread.unreadByAdmins;
  if (isUnread) await ctx.db.patch("supportThreads", thread._id, readBy(by));
}

/** An admin says where it stands. */
export async function setStatus(
  ctx: MutationCtx,
  { _id, businessId, subject, status: before }: Thread,
  { status, userId }: { status: SupportStatus; userId: Id<"users"> },
  now: number,
): Promise<void> {
  if (before === status) return;
  await ctx.db.patch("supportThreads", _id, { status });
  await record(
    ctx,
    {
      ...{ actor: { kind: "admin", userId }, action: "supportStatus" },
      ...{ businessId, before: { status: before } },
      after: { status, matter: subject },
    },
    now,
  );
}

/** The newest first. @param find null: of every business, or in every status */
export async function threadsPage(
  ctx: Reader,
  find: { businessId: Id<"businesses"> | null; status: SupportStatus | null },
  page: PaginationOptions,
): Promise<PaginationResult<Thread>> {
  return await found(ctx, find).order("desc").paginate(boundedPage(page, PAGE));
}

function found(
  ctx: Reader,
  {
    businessId,
    status,
  }: { businessId: Id<"businesses"> | null; status: SupportStatus | null },
) {
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

/** The newest first. */
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

/** How many threads hold something that this owner has not read, up to 99. */
export async function unreadByOwner(
  ctx: Reader,
  { _id }: Doc<"businesses">,
): Promise<number> {
  const rows = await ctx.db
    .query("supportThreads")
    .withIndex("by_businessId_and_unreadByOwner", (q) =>
      q.eq("businessId", _id).eq("unreadByOwner", true),
    )
    .take(COUNTED);
  return rows.length;
}

/** How many threads hold something that no admin has read, up to 99. */
export async function unreadByAdmins(ctx: Reader): Promise<number> {
  const rows = await ctx.db
    .query("supportThreads")
    .withIndex("by_unreadByAdmins", (q) => q.eq("unreadByAdmins", true))
    .take(COUNTED);
  return rows.length;
}

/** The address of whoever has written; null for an account that is gone. */
export async function emailOf(
  ctx: Reader,
  userId: Id<"users">,
): Promise<string | null> {
  return (await ctx.db.get("users", userId))?.email ?? null;
}

/** What an e-mail tells of a message; null if it is gone. @param occasion of its row in the outbox */
export async function toldMessage(
  ctx: Reader,
  occasion: string,
): Promise<{ thread: Thread; text: string } | null> {
  const id = ctx.db.normalizeId("supportMessages", occasion);
  const message = id && (await ctx.db.get("supportMessages", id));
  if (message === null) return null;
  const thread = await ctx.db.get("supportThreads", message.threadId);
  return thread && { thread, text: message.text };
}

/** Deletes old threads with their messages, up to a batch of rows. @returns what was deleted */
export async function forgetSupport(
  ctx: MutationCtx,
  batch: number,
  now: number,
): Promise<readonly unknown[]> {
  const old = await ctx.db
    .query("supportThreads")
    .withIndex("by_lastAt", (q) => q.lt("lastAt", now - SUPPORT_KEPT_MS))
    .take(batch);
  const deleted: unknown[] = [];
  for (const thread of old) {
    const left = batch - deleted.length;
    const messages = await ctx.db
      .query("supportMessages")
      .withIndex("by_threadId_and_at", (q) => q.eq("threadId", thread._id))
      .take(left);
    for (const { _id } of messages) await ctx.db.delete("supportMessages", _id);
    deleted.push(...messages);
    // A thread with more messages than that is finished on the next run.
    if (messages.length === left) break;
    await ctx.db.delete("supportThreads", thread._id);
    deleted.push(thread);
    if (deleted.length === batch) break;
  }
  return deleted;
}

/** That an admin has written; what, stands in the thread. */
async function recordWritten(
  ctx: MutationCtx,
  { _id: businessId }: Doc<"businesses">,
  { userId }: Author,
  action: "supportWritten" | "supportAnswered",
  matter: string,
  now: number,
): Promise<void> {
  const actor = { kind: "admin", userId } as const;
  await record(ctx, { actor, action, businessId, after: { matter } }, now);
}

/** What lists show of the newest message. */
function headOf(by: SupportSide, text: string, now: number) {
  return {
    status: statusAfter(by),
    lastAt: now,
    lastBy: by,
    excerpt: excerptOf(text),
  };
}

const unreadFor = (by: SupportSide) =>
  by === "owner" ? { unreadByAdmins: true } : { unreadByOwner: true };
const readBy = (by: SupportSide) =>
  by === "owner" ? { unreadByOwner: false } : { unreadByAdmins: false };

async function insertMessage(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  threadId: Id<"supportThreads">,
  { by, userId }: Author,
  text: string,
  now: number,
): Promise<void> {
  const { _id: businessId, email: to } = business;
  const row = { businessId, threadId, by, userId, text, at: now };
  const occasion = await ctx.db.insert("supportMessages", row);
  if (by === "owner") return;
  const kind = "support" as const;
  await queueMail(ctx, { business, ticketId: null, to, kind, occasion }, now);
}
