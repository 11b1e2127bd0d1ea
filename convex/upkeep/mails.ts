/** Sends the mails of the outbox, and handles unsubscribe links. product.md E1 to E6. */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { mailFacts, newsFor, resumeDoubtful } from "../line/data/bookingMails";
import { findBusiness } from "../business/data/businesses";
import { endSubscription, hasOptedOut, senderOf } from "../mail/data/optOuts";
import { beginTry, noteTold, recordTry, skipMail } from "../mail/data/outbox";
import { unreadMatter, toldMessage } from "../support/data/threads";
import { trySend } from "../mail/services/mails";
import {
  internalAction,
  internalMutation,
  publicMutation,
  publicQuery,
} from "../functions";
import { environment } from "../base/services/env";
import type { MailSettings } from "../base/services/mailSettings";
import { bookingToken } from "../mail/services/bookingTokens";
import {
  readUnsubscribeToken,
  unsubscribeUrls,
} from "../mail/services/unsubscribeTokens";
import { BOOKING_FRAGMENT } from "../booking/rules/mailLink";
import {
  bookingMail,
  newsletterMail,
  reminderMail,
} from "../booking/rules/mails";
import { refuse } from "../base/rules/errors";
import {
  mailOutcomeValidator,
  mailValidator,
  type Mail,
} from "../mail/rules/mail";
import { unlinked } from "../mail/rules/compose";
import type { MailReason } from "../mail/rules/mailRules";
import { doneOr } from "../base/rules/refusals";
import { newMatterMail, supportMail } from "../support/rules/mails";
import { dueTime } from "../queue/rules/ticketState";

const letterValidator = v.object({
  to: v.string(),
  mail: mailValidator,
  /** The same for all tries with the same content. */
  key: v.string(),
});

/** Tries once to send a waiting mail. Safe to run at any time, any number of times. */
export const deliver = internalAction({
  args: { mailId: v.id("mails") },
  returns: v.null(),
  handler: async (ctx, { mailId }) => {
    const { mail: settings } = environment();
    const letter: Infer<typeof letterValidator> | null = await ctx.runMutation(
      internal.upkeep.mails.begin,
      { mailId },
    );
    if (letter === null || settings === null) return null;
    const { to, mail, key } = letter;
    const outcome = await trySend(ctx, settings, to, mail, key);
    await ctx.runMutation(internal.upkeep.mails.record, { mailId, outcome });
    return null;
  },
});

/** Claims a try and returns the mail with its current content; null if there is none to send. */
export const begin = internalMutation({
  args: { mailId: v.id("mails") },
  returns: v.nullable(letterValidator),
  handler: async (ctx, { mailId }) => {
    const now = Date.now();
    const row = await beginTry(ctx, mailId, now);
    if (row === null) return null;
    const { mail: settings } = environment();
    const composed =
      settings === null ? "mailOff" : await compose(ctx, row, settings, now);
    if (typeof composed === "string") {
      await skipMail(ctx, mailId, composed);
      return null;
    }
    const { mail, since } = composed;
    return { to: row.to, mail, key: `${mailId} ${since}` };
  },
});

/** Stores the result of a try, and schedules the next one. */
export const record = internalMutation({
  args: { mailId: v.id("mails"), outcome: mailOutcomeValidator },
  returns: v.null(),
  handler: async (ctx, { mailId, outcome }) =>
    await recordTry(ctx, mailId, outcome, Date.now()),
});

/** The mails that a link ends: a business's, or the newsletter's (null). Null for an invalid link. */
export const subscription = publicQuery({
  args: { token: v.string() },
  returns: v.nullable(
    v.object({ businessName: v.nullable(v.string()), isOver: v.boolean() }),
  ),
  handler: async (ctx, { token }) => {
    const found = await readUnsubscribeToken(token);
    return found && (await senderOf(ctx, found));
  },
});

/** Unsubscribes, from the page that the link opens. */
export const unsubscribe = publicMutation({
  args: { token: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { token }) => await end(ctx, token),
});

export const oneClick = internalMutation({
  args: { token: v.string() },
  returns: doneOr("notFound"),
  handler: async (ctx, { token }) => await end(ctx, token),
});

async function end(ctx: MutationCtx, token: string) {
  const found = await readUnsubscribeToken(token);
  if (found === null) return refuse("notFound");
  await endSubscription(ctx, found);
  return { ok: true as const };
}

/** The mail of a row, with the time since when its content holds; or why none is sent. */
async function compose(
  ctx: MutationCtx,
  row: Doc<"mails">,
  settings: MailSettings,
  now: number,
): Promise<{ mail: Mail; since: number } | MailReason> {
  const { businessId, kind, to } = row;
  if (kind === "support") return await answerMail(ctx, row);
  if (kind === "supportAdmins") return await adminsMail(ctx, row);
  const urls = await unsubscribeUrls(businessId, to);
  const oneClickUrl = { unsubscribeUrl: urls.post };
  if (kind === "newsletter") {
    const mail = { ...newsletterMail(urls.page), ...oneClickUrl };
    return { mail, since: row.at };
  }
  const found = await mailFacts(ctx, row);
  // No mail goes to an address that was replaced.
  if (found === null || found.ticket.email !== to) return "overtaken";
  const { business, ticket } = found;
  if (await hasOptedOut(ctx, business, to)) return "unsubscribed";
  const shop = { ...business, name: unlinked(business.name) };
  const queue = { ...found.queue, name: unlinked(found.queue.name) };
  const { siteUrl } = environment();
  const joinUrl = `${siteUrl}/join?b=${shop._id}`;
  const token = await bookingToken(ticket);
  const bookingUrl = `${joinUrl}${BOOKING_FRAGMENT}${token}`;
  const unsubscribeUrl = urls.page;
  const links = { siteUrl, joinUrl, bookingUrl, unsubscribeUrl };
  const facts = { shop, ...links, queue, ticket };
  if (kind !== "booking") {
    const startsAt = dueTime(ticket.state);
    if (startsAt === null || startsAt <= now) return "overtaken";
    const mail = {
      ...reminderMail(facts, kind, startsAt, row.at),
      ...oneClickUrl,
    };
    return { mail, since: row.at };
  }
  const told = await newsFor(ctx, row, ticket);
  if (told === null) {
    await resumeDoubtful(ctx, row, ticket, now);
    return "overtaken";
  }
  const since = await noteTold(ctx, row, told.told, now);
  const { startsAt } = told.news;
  const endsAt = ticket.state.slot?.end ?? startsAt + shop.slotMinutes * 60_000;
  // Not the current time, so that all tries with the same content are the same mail.
  const more = { endsAt, madeAt: since, sender: addressOf(settings), to };
  const mail = { ...bookingMail(facts, told.news, more), ...oneClickUrl };
  return { mail, since };
}

/** An admin's answer; skipped for an account that has ended. */
async function answerMail(
  ctx: MutationCtx,
  { businessId, occasion, at }: Doc<"mails">,
): Promise<{ mail: Mail; since: number } | MailReason> {
  const told = await toldMessage(ctx, occasion);
  const isThere = businessId && (await findBusiness(ctx, businessId));
  if (told === null || isThere === null) return "overtaken";
  const { thread, text } = told;
  const url = `${environment().siteUrl}/support?thread=${thread._id}`;
  const mail = supportMail({ subject: thread.subject, text }, url);
  return { mail, since: at };
}

/** An owner's message that no admin has read. */
async function adminsMail(
  ctx: MutationCtx,
  row: Doc<"mails">,
): Promise<{ mail: Mail; since: number } | MailReason> {
  const matter = await unreadMatter(ctx, row);
  if (matter === null) return "overtaken";
  const url = `${environment().siteUrl}/admin/support?thread=${matter.threadId}`;
  return { mail: newMatterMail(matter, url), since: row.at };
}

function addressOf({ from }: MailSettings): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}
