/** The admins' side of support threads (product.md O40 to O45). */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { accountOf } from "../account/data/accounts";
import {
  businessOf,
  businessOfOwner,
  findBusiness,
} from "../business/data/businesses";
import * as conversation from "./data/conversation";
import {
  emailOf,
  ensureThread,
  messagesPage,
  threadsPage,
  unreadByAdmins,
} from "./data/threads";
import { adminMutation, adminQuery } from "../functions";
import { refuse } from "../base/rules/errors";
import { normalizeEmail } from "../base/rules/password";
import { doneOr, doneWith } from "../base/rules/refusals";
import {
  readSubject,
  readSupportText,
  messageFields,
  supportStatusValidator,
  threadFields,
} from "./rules/threads";

const threadValidator = v.object({
  ...threadFields,
  businessId: v.id("businesses"),
  businessName: v.string(),
  email: v.string(),
  at: v.number(),
});

const messageValidator = v.object({
  ...messageFields,
  /** Of the author; null if the account is gone. */
  email: v.nullable(v.string()),
});

/** Threads, newest message first. @param of an owner's e-mail address or a business id; empty for all */
export const threads = adminQuery({
  args: {
    status: v.nullable(supportStatusValidator),
    of: v.string(),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(threadValidator),
  handler: async (ctx, { status, of, paginationOpts }) => {
    const business = of.trim() === "" ? null : await businessNamed(ctx, of);
    if (business === undefined) {
      return { page: [], isDone: true, continueCursor: "" };
    }
    const find = { businessId: business?._id ?? null, status };
    const found = await threadsPage(ctx, find, paginationOpts);
    const page = await Promise.all(
      found.page.map(async (row) => await shown(ctx, row)),
    );
    return { ...found, page };
  },
});

/** One thread. @throws notFound */
export const thread = adminQuery({
  args: { threadId: v.string() },
  returns: threadValidator,
  handler: async (ctx, { threadId }) =>
    await shown(ctx, await ensureThread(ctx, threadId)),
});

/** The messages of a thread, newest first. @throws notFound */
export const messages = adminQuery({
  args: { threadId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(messageValidator),
  handler: async (ctx, { threadId, paginationOpts }) => {
    const thread = await ensureThread(ctx, threadId);
    const found = await messagesPage(ctx, thread, paginationOpts);
    const page = await Promise.all(
      found.page.map(async ({ _id: messageId, by, userId, text, at }) => {
        const email = await emailOf(ctx, userId);
        return { messageId, by, email, text, at };
      }),
    );
    return { ...found, page };
  },
});

/** How many threads have messages that no admin has read, up to 99. */
export const unread = adminQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await unreadByAdmins(ctx),
});

/** Answers a thread. The owner also gets a mail. @throws notFound */
export const answer = adminMutation({
  args: { threadId: v.string(), text: v.string() },
  returns: doneOr("fieldsMissing", "notFound"),
  handler: async (ctx, given) => {
    const thread = await ensureThread(ctx, given.threadId);
    const text = readSupportText(given.text);
    if (text === null) return refuse("fieldsMissing");
    const business = await findBusiness(ctx, thread.businessId);
    if (business === null) return refuse("notFound");
    const letter = { by: "admin" as const, userId: ctx.admin.userId, text };
    await conversation.addMessage(ctx, business, thread, letter, Date.now());
    return { ok: true as const };
  },
});

/** Begins a thread with an owner. */
export const write = adminMutation({
  args: { email: v.string(), subject: v.string(), text: v.string() },
  returns: doneWith(
    { threadId: v.id("supportThreads") },
    "fieldsMissing",
    "invalidEmail",
    "unknownOwner",
  ),
  handler: async (ctx, given) => {
    const subject = readSubject(given.subject);
    const text = readSupportText(given.text);
    const isEmpty = given.email.trim() === "";
    if (isEmpty || subject === null || text === null) {
      return refuse("fieldsMissing");
    }
    const email = normalizeEmail(given.email);
    if (email === null) return refuse("invalidEmail");
    const business = await businessAt(ctx, email);
    if (business === null) return refuse("unknownOwner");
    const { userId } = ctx.admin;
    const letter = { by: "admin" as const, userId, subject, text };
    const now = Date.now();
    const threadId = await conversation.openThread(ctx, business, letter, now);
    return { ok: true as const, threadId };
  },
});

/** Sets a thread's status. @throws notFound */
export const setStatus = adminMutation({
  args: { threadId: v.string(), status: supportStatusValidator },
  returns: v.null(),
  handler: async (ctx, { threadId, status }) => {
    const thread = await ensureThread(ctx, threadId);
    const { userId } = ctx.admin;
    await conversation.setStatus(ctx, thread, { status, userId }, Date.now());
  },
});

/** An admin has the thread on the screen. @throws notFound */
export const markRead = adminMutation({
  args: { threadId: v.string() },
  returns: v.null(),
  handler: async (ctx, { threadId }) => {
    const thread = await ensureThread(ctx, threadId);
    await conversation.markRead(ctx, thread, "admin");
  },
});

async function shown(
  ctx: QueryCtx,
  row: Doc<"supportThreads">,
): Promise<Infer<typeof threadValidator>> {
  const { _id: threadId, businessId, unreadByAdmins: isUnread } = row;
  const { subject, status, at, lastAt, lastBy, excerpt } = row;
  const { name: businessName, email } = await businessOf(ctx, row);
  return {
    ...{ threadId, businessId, businessName, email, isUnread },
    ...{ subject, status, at, lastAt, lastBy, excerpt },
  };
}

/** Finds a business by e-mail address or id; undefined for none. */
async function businessNamed(ctx: QueryCtx, of: string) {
  const email = normalizeEmail(of);
  const found =
    email === null
      ? await findBusiness(ctx, of.trim())
      : await businessAt(ctx, email);
  return found ?? undefined;
}

async function businessAt(ctx: QueryCtx, email: string) {
  const account = await accountOf(ctx, email);
  return account && (await businessOfOwner(ctx, account.userId));
}
