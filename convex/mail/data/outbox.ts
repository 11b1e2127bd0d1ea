/** The outbox of e-mails: one row per occasion. A mail is written when it is sent, so that it is up to date. */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { MailOutcome } from "../rules/mail";
import {
  ADDRESS_MS,
  afterTry,
  MAILS_PER_ADDRESS,
  ROWS_PER_ADDRESS,
  mailsPerAdmin,
  mailsPerBusiness,
  mailsPerDeployment,
  tellingsOf,
  TRY_MS,
  mailsPerDay,
  type MailKind,
  type MailReason,
} from "../rules/mailRules";
import { KEPT_MS } from "../../base/rules/kept";
import { hasOptedOut } from "./optOuts";
import { takeFromAll, type Buckets } from "../../base/data/rateLimits";
import { deleteOld, eachRow, job, type Due } from "../../base/data/job";
import { outbox, toSend, type Outbox } from "../../base/data/outbox";
import { dayKey } from "../../base/rules/timezones";
import { newestBy, rowBy, type Reader } from "../../base/data/rowBy";

const mails: Outbox<"mails"> = outbox({
  table: "mails",
  isDue: ({ state, nextAt }, now) => state === "queued" && nextAt <= now,
  claimed: ({ tries }, now) => ({
    state: "sending",
    tries: tries + 1,
    nextAt: now + TRY_MS,
  }),
  action: ({ _id: mailId }) =>
    toSend(internal.upkeep.mails.deliver, { mailId }),
});

/** Begins a try; null if no try is possible. */
export const beginTry = mails.claim;

/** More occasions of one kind than a ticket has. */
const MAX_OCCASIONS = 50;

export type Wanted = {
  /** Null for the newsletter, and for mails to admins. */
  business: Doc<"businesses"> | null;
  ticketId: Id<"tickets"> | null;
  /** As normalized by normalizeEmail. */
  to: string;
  kind: MailKind;
  /** Queued once per occasion, kind and ticket (or address). */
  occasion: string;
};
export type Queued =
  | { ok: true; mailId: Id<"mails"> }
  /** It was skipped for this reason, or queued before. */
  | { ok: false; reason: MailReason | "queuedBefore" };

/** Queues one mail, once for its occasion; or records why not. @param delayMs the delay for what may be undone */
export async function queueMail(
  ctx: MutationCtx,
  wanted: Wanted,
  now: number,
  delayMs = 0,
): Promise<Queued> {
  if (await wasQueued(ctx, wanted))
    return { ok: false, reason: "queuedBefore" };
  const { business, ticketId, to, kind, occasion } = wanted;
  const reason = await whyNot(ctx, wanted, now);
  const nextAt = now + delayMs;
  const mailId = await ctx.db.insert("mails", {
    businessId: business?._id ?? null,
    ...{ ticketId, to, kind, occasion, tries: 0, nextAt, at: now },
    state: reason === null ? "queued" : "skipped",
    ...(reason !== null && { reason }),
  });
  if (reason !== null) return { ok: false, reason };
  await mails.send(ctx, { _id: mailId }, nextAt);
  return { ok: true, mailId };
}

/** This ticket's mails of one kind, newest first. */
export const newestMails = newestBy(
  "mails",
  "ticketId_and_kind",
  MAX_OCCASIONS,
);

/** Records the time that a booking's mail states; null: cancelled. @returns since when it states that */
export async function noteTold(
  ctx: MutationCtx,
  row: Doc<"mails">,
  told: number | null,
  now: number,
): Promise<number> {
  const last = tellingsOf(row).at(-1);
  if (last?.told === told) return last.at;
  const earlier = tellingsOf(row);
  await ctx.db.patch("mails", row._id, { told, toldAt: now, earlier });
  return now;
}

export async function skipMail(
  ctx: MutationCtx,
  mailId: Id<"mails">,
  reason: MailReason,
): Promise<void> {
  await ctx.db.patch("mails", mailId, { state: "skipped", reason });
}

/** Queues a skipped mail again, with its own key. */
export async function resumeMail(
  ctx: MutationCtx,
  mail: Doc<"mails">,
  now: number,
): Promise<void> {
  const again = { state: "queued", reason: undefined, tries: 0 } as const;
  await mails.retry(ctx, mail, { ...again, nextAt: now }, now);
}

/** Records the outcome of a try. Leaves finished mails as they are. */
export async function recordTry(
  ctx: MutationCtx,
  mailId: Id<"mails">,
  outcome: MailOutcome,
  now: number,
): Promise<void> {
  const row = await ctx.db.get("mails", mailId);
  if (row?.state !== "sending") return;
  const after = afterTry(outcome, row.tries, now);
  if (after.state === "queued")
    await mails.retry(ctx, row, after, after.nextAt);
  else await ctx.db.patch("mails", mailId, after);
  if (outcome === "later") await takeBackTelling(ctx, row);
}

/** A mail that was surely not accepted has stated nothing, unless an earlier try may have. */
async function takeBackTelling(ctx: MutationCtx, row: Doc<"mails">) {
  const isFirst = row.toldAt === row.nextAt - TRY_MS;
  if (!isFirst) return;
  const earlier = row.earlier ?? [];
  const last = earlier.at(-1);
  await ctx.db.patch("mails", row._id, {
    told: last?.told,
    toldAt: last?.at,
    earlier: earlier.slice(0, -1),
  });
}

const mailsOf =
  (state: "queued" | "sending"): Due<Doc<"mails">> =>
  (ctx, at, page) =>
    ctx.db
      .query("mails")
      .withIndex("by_state_and_nextAt", (q) =>
        q.eq("state", state).lt("nextAt", at),
      )
      .paginate(page);

/** Mails whose try was interrupted by a restart: their outcome is unknown. */
export const mailsBegun = job<Doc<"mails">>({
  due: mailsOf("sending"),
  work: eachRow(async (ctx, { _id }, { now }) => {
    await ctx.db.patch("mails", _id, { state: "unknown", nextAt: now });
  }),
});

/** Resumes interrupted tries. */
export const mailsQueued = mails.resumed(mailsOf("queued"));

/** Mails to a ticket's holder are deleted earlier (privacy/data/retention.ts). */
export const oldMails = deleteOld("mails", "at", KEPT_MS.mails);

const newestTo = newestBy("mails", "to_and_at", MAX_OCCASIONS);

async function wasQueued(
  ctx: Reader,
  { ticketId, to, kind, occasion }: Wanted,
): Promise<boolean> {
  const rows =
    ticketId === null
      ? await newestTo(ctx, to)
      : await newestMails(ctx, ticketId, kind);
  return rows.some((row) => row.kind === kind && row.occasion === occasion);
}

async function whyNot(
  ctx: MutationCtx,
  { business, to, kind }: Wanted,
  now: number,
): Promise<MailReason | null> {
  const all = ["mail:all", mailsPerDeployment] as const;
  // Between owners and admins: without opt-out, and other mails to the address do not count.
  if (kind === "support" || kind === "supportAdmins") {
    const admins = [`supportMail:${to}`, mailsPerAdmin] as const;
    const limits = kind === "support" ? [all] : [admins, all];
    return (await takeFromAll(ctx, now, ...limits)) === null ? null : "tooMany";
  }
  if (business !== null && (await hasOptedOut(ctx, business, to)))
    return "unsubscribed";
  if (await hasTooMany(ctx, to, now)) return "tooMany";
  const own: Buckets =
    business === null
      ? []
      : [[`mail:${business._id}`, mailsPerBusiness[business.plan]]];
  if ((await takeFromAll(ctx, now, ...own, all)) !== null) return "tooMany";
  const hasRoom = business === null || (await takeFromDay(ctx, business, now));
  return hasRoom ? null : "tooMany";
}

/** Mails to an address that were not sent, and those between owners and admins, do not count; but they are bounded. */
async function hasTooMany(ctx: Reader, to: string, now: number) {
  const lately = await ctx.db
    .query("mails")
    .withIndex("by_to_and_at", (q) => q.eq("to", to).gt("at", now - ADDRESS_MS))
    .take(ROWS_PER_ADDRESS);
  const counted = lately.filter(
    ({ kind, state }) =>
      state !== "skipped" && kind !== "support" && kind !== "supportAdmins",
  );
  return (
    counted.length >= MAILS_PER_ADDRESS || lately.length === ROWS_PER_ADDRESS
  );
}

const dayOf = rowBy("mailDays", "businessId");

/** Counts one mail; false, without a write, at the day's limit. */
export async function takeFromDay(
  ctx: MutationCtx,
  { _id: businessId, plan, timezone }: Doc<"businesses">,
  now: number,
): Promise<boolean> {
  const row = await dayOf(ctx, businessId);
  const today = dayKey(now, timezone);
  // The day never goes back, so that changing the time zone gives no mails back.
  const isNew = row === null || today > row.day;
  const count = isNew ? 0 : row.count;
  if (count >= mailsPerDay(plan)) return false;
  const next = { day: isNew ? today : row.day, count: count + 1 };
  if (row === null) await ctx.db.insert("mailDays", { businessId, ...next });
  else await ctx.db.patch("mailDays", row._id, next);
  return true;
}
