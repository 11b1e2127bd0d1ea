/** Writes support threads. The other side also gets a mail (product.md O42, O47); admins' actions are audited. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import {
  excerptOf,
  statusAfter,
  type SupportSide,
  type SupportStatus,
} from "../rules/threads";
import { KEPT_MS } from "../../base/rules/kept";
import { record } from "../../audit/data/log";
import { queueMail } from "../../mail/data/outbox";
import { tellAdmins } from "./threads";
import { dueAfter, eachRow, job } from "../../base/data/job";
import { rowsBy } from "../../base/data/rowBy";

type Thread = Doc<"supportThreads">;

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

/** Adds a message. The author counts as having read the thread. */
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

/** Marks the thread as read by one side. */
export async function markRead(
  ctx: MutationCtx,
  thread: Thread,
  by: SupportSide,
): Promise<void> {
  const isUnread =
    by === "owner" ? thread.unreadByOwner : thread.unreadByAdmins;
  if (isUnread) await ctx.db.patch("supportThreads", thread._id, readBy(by));
}

/** An admin sets the status. */
export async function setStatus(
  ctx: MutationCtx,
  { _id, businessId, subject, status: before }: Thread,
  { status, userId }: { status: SupportStatus; userId: Id<"users"> },
  now: number,
): Promise<void> {
  if (before === status) return;
  await ctx.db.patch("supportThreads", _id, { status });
  const actor = { kind: "admin", userId } as const;
  const action = "supportStatus" as const;
  const after = { status, matter: subject };
  const event = { actor, action, businessId, after };
  await record(ctx, { ...event, before: { status: before } }, now);
}

/** Old threads with their messages. */
export const oldThreads = job<Doc<"supportThreads">>({
  due: dueAfter("supportThreads", "lastAt", KEPT_MS.support),
  work: eachRow(async (ctx, { _id: threadId }) => {
    const messages = await messagesOf(ctx, threadId);
    for (const { _id } of messages) await ctx.db.delete("supportMessages", _id);
    if (messages.length === MESSAGES) return "again";
    await ctx.db.delete("supportThreads", threadId);
    return "done";
  }),
});
/** Messages of one thread deleted in one step. */
const MESSAGES = 100;
const messagesOf = rowsBy("supportMessages", "threadId_and_at", MESSAGES);

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

/** The fields that lists show of the newest message. */
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
