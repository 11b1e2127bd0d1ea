/** The owner's side of support threads (product.md O40 to O45); works after a lapse too. */
import {
  paginationOptsValidator,
  paginationResultValidator,
} from "convex/server";
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Staff } from "../account/data/access";
import { takeFromAll } from "../base/data/rateLimits";
import * as conversation from "./data/conversation";
import { messagesPage, threadsPage, unreadByOwner } from "./data/threads";
import { managerMutation, managerQuery } from "../functions";
import { refuse } from "../base/rules/errors";
import { ensureOwn } from "../business/data/ownRow";
import { supportPerBusiness } from "../base/rules/rateLimit";
import { doneOr, doneWith } from "../base/rules/refusals";
import {
  readSubject,
  readSupportText,
  messageFields,
  threadFields,
} from "./rules/threads";

const threadValidator = v.object(threadFields);
const messageValidator = v.object(messageFields);

/** The owner's threads, newest message first. */
export const own = managerQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(threadValidator),
  handler: async (ctx, { paginationOpts }) => {
    const find = { businessId: ctx.business._id, status: null };
    const threads = await threadsPage(ctx, find, paginationOpts);
    return { ...threads, page: threads.page.map(shown) };
  },
});

/** One thread. @throws notFound */
export const thread = managerQuery({
  args: { threadId: v.string() },
  returns: threadValidator,
  handler: async (ctx, { threadId }) =>
    shown(await ensureOwn(ctx, "supportThreads", threadId)),
});

/** The messages of a thread, newest first. @throws notFound */
export const messages = managerQuery({
  args: { threadId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(messageValidator),
  handler: async (ctx, { threadId, paginationOpts }) => {
    const thread = await ensureOwn(ctx, "supportThreads", threadId);
    const found = await messagesPage(ctx, thread, paginationOpts);
    const page = found.page.map(({ _id: messageId, by, text, at }) => ({
      ...{ messageId, by, text, at },
    }));
    return { ...found, page };
  },
});

/** How many threads have unread answers, up to 99. */
export const unread = managerQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await unreadByOwner(ctx, ctx.business),
});

/** Begins a thread. */
export const send = managerMutation({
  args: { subject: v.string(), text: v.string() },
  returns: doneWith(
    { threadId: v.id("supportThreads") },
    "fieldsMissing",
    "tooManyRequests",
  ),
  handler: async (ctx, given) => {
    const subject = readSubject(given.subject);
    const text = readSupportText(given.text);
    if (subject === null || text === null) return refuse("fieldsMissing");
    const now = Date.now();
    const wait = await takeTurn(ctx, now);
    if (wait !== null) return refuse("tooManyRequests", wait);
    const { business, userId } = ctx;
    const letter = { by: "owner" as const, userId, subject, text };
    const threadId = await conversation.openThread(ctx, business, letter, now);
    return { ok: true as const, threadId };
  },
});

/** Adds a message to a thread, which becomes open again. @throws notFound */
export const reply = managerMutation({
  args: { threadId: v.string(), text: v.string() },
  returns: doneOr("fieldsMissing", "tooManyRequests"),
  handler: async (ctx, given) => {
    const thread = await ensureOwn(ctx, "supportThreads", given.threadId);
    const text = readSupportText(given.text);
    if (text === null) return refuse("fieldsMissing");
    const now = Date.now();
    const wait = await takeTurn(ctx, now);
    if (wait !== null) return refuse("tooManyRequests", wait);
    const { business, userId } = ctx;
    const letter = { by: "owner" as const, userId, text };
    await conversation.addMessage(ctx, business, thread, letter, now);
    return { ok: true as const };
  },
});

/** The owner has the thread on the screen. @throws notFound */
export const markRead = managerMutation({
  args: { threadId: v.string() },
  returns: v.null(),
  handler: async (ctx, { threadId }) => {
    const thread = await ensureOwn(ctx, "supportThreads", threadId);
    await conversation.markRead(ctx, thread, "owner");
  },
});

async function takeTurn(ctx: MutationCtx & Staff, now: number) {
  const key = `support:${ctx.business._id}`;
  return await takeFromAll(ctx, now, [key, supportPerBusiness]);
}

function shown({
  _id: threadId,
  unreadByOwner: isUnread,
  ...row
}: Doc<"supportThreads">): Infer<typeof threadValidator> {
  const { subject, status, lastAt, lastBy, excerpt } = row;
  return { threadId, subject, status, lastAt, lastBy, excerpt, isUnread };
}
