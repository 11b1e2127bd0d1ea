/**
 * Writing threads between owners and the platform's admins; reading them is
 * supportThreads.ts. What one side writes is told to the other by e-mail too
 * (product.md O42, O47); what an admin does is recorded.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import {
  excerptOf,
  statusAfter,
  SUPPORT_KEPT_MS,
  type SupportSide,
  type SupportStatus,
} from "../model/support";
import { record } from "./audit";
import { queueMail } from "./mailOutbox";
import { tellAdmins } from "./supportAlerts";

type Thread = Doc<"supportThreads">;

/** Who writes. */
export type Author = { by: SupportSide; userId: Id<"users"> };

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
  const thread = { _id: threadId, unreadByAdmins: false };
  await insertMessage(ctx, business, thread, author, text, now);
  if (author.by === "admin") {
    await recordWritten(ctx, business, author, "supportWritten", subject, now);
  }
  return threadId;
}

/** Adds a message; whoever writes has read what stands above it. */
export async function addMessage(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  thread: Thread,
  { text, ...author }: Author & { text: string },
  now: number,
): Promise<void> {
  await ctx.db.patch("supportThreads", thread._id, {
    ...headOf(author.by, text, now),
    ...unreadFor(author.by),
    ...readBy(author.by),
  });
  await insertMessage(ctx, business, thread, author, text, now);
  if (author.by === "admin") {
    const { subject } = thread;
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
  by === "owner"
    ? { unreadByOwner: false }
    : { unreadByAdmins: false, unreadSince: undefined };

async function insertMessage(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  { _id: threadId, unreadByAdmins }: Pick<Thread, "_id" | "unreadByAdmins">,
  { by, userId }: Author,
  text: string,
  now: number,
): Promise<void> {
  const { _id: businessId, email: to } = business;
  const row = { businessId, threadId, by, userId, text, at: now };
  const occasion = await ctx.db.insert("supportMessages", row);
  if (by === "owner") {
    if (unreadByAdmins) return;
    await ctx.db.patch("supportThreads", threadId, { unreadSince: now });
    await tellAdmins(ctx, occasion, now);
    return;
  }
  const kind = "support" as const;
  await queueMail(ctx, { business, ticketId: null, to, kind, occasion }, now);
}
