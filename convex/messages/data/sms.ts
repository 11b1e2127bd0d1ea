/** Texts as rows (product.md N1-N5): queued and counted in the transaction that needs them. */
import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refuse } from "../../base/rules/errors";
import { maskedPhone } from "../../base/rules/typedPhone";
import { textableNumber } from "../../base/rules/phone";
import { plans } from "../../base/rules/plans";
import {
  textsPerBlock,
  textsPerMinute,
  textsPerNetwork,
  textsPerNumber,
  textsPerNumberOfAll,
} from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import type { Caller } from "../../base/rules/addresses";
import { hashSecret } from "../../base/rules/secrets";
import { ticketName } from "../../queue/rules/ticketName";
import { segmentsOf } from "../rules/smsSegments";
import {
  cleanMessage,
  fitTemplate,
  templateOf,
  type TemplateData,
  type TemplateName,
} from "../rules/smsTemplates";
import {
  goesForward,
  LOST_MS,
  MAX_AGE_MS,
  maskedNumber,
  MAX_SEGMENTS,
  reasonOf,
  RECENT_TEXTS,
  textReasonValidator,
  type textRefusals,
  textStateValidator,
  type SentOutcome,
  type TextPurpose,
  type TextReason,
  type TextState,
} from "../rules/sms";
import type { Staff } from "../../account/data/access";
import { takeFromAll } from "../../base/data/rateLimits";
import { isSubscribed } from "../../billing/data/subscriptions";
import { findRoom, release, reserve } from "./smsQuota";
import { textSettingsOf } from "./smsSettings";
import { eachRow, job, type Due } from "../../base/data/job";
import { outbox, toSend, type Outbox } from "../../base/data/outbox";
import { newestBy, type Reader } from "../../base/data/rowBy";

type Row = Doc<"smsMessages">;

const texts: Outbox<"smsMessages"> = outbox({
  table: "smsMessages",
  isDue: ({ state }) => state === "queued",
  claimed: () => ({ state: "sending" }),
  action: ({ _id: smsId }) =>
    toSend(internal.messages.smsSending.send, { smsId }),
});

/** Claims a queued text for sending; null if it was cancelled or claimed already. */
export const claimText = texts.claim;

export type TextRefusal = Refused<(typeof textRefusals)[number]>;

/** Before its segments are counted. */
const MAX_BODY = 500;

export type WantedText = {
  readonly business: Doc<"businesses">;
  /** The ticket that it is about; null for a number that the owner typed. */
  readonly ticketId: Id<"tickets"> | null;
  /** As people write it; read as a number of the business's country. */
  readonly to: string | undefined;
  readonly content:
    | { readonly template: TemplateName; readonly data: TemplateData }
    | { readonly body: string };
  readonly purpose: TextPurpose;
  /** Whose ticket causes it with nobody at the counter, if they are not in the shop's network. */
  readonly stranger?: Caller | null;
  /** The caller runs smsSending.send itself and waits for it. */
  readonly isSentByCaller?: boolean;
  readonly now: number;
};

/** Queues one text, which counts against the quota from now on. The sender checks for STOP and for an account. */
export async function queueText(
  ctx: MutationCtx,
  wanted: WantedText,
): Promise<{ ok: true; smsId: Id<"smsMessages"> } | TextRefusal> {
  const { business, ticketId, to, content, purpose, now } = wanted;
  const { _id: businessId, plan } = business;
  if (plans[plan].smsPerMonth === 0) return refuse("smsNotInPlan");
  if (!(await isSubscribed(ctx, businessId))) return refuse("notSubscribed");
  const number = textableNumber(to, business.country);
  if (!number.ok) return number;
  const settings = await textSettingsOf(ctx, businessId);
  const written =
    "body" in content
      ? content.body
      : fitTemplate(
          templateOf(content.template, settings?.templates ?? {}),
          content.data,
        );
  const body = cleanMessage(written, MAX_BODY);
  if (body === null) return refuse("messageRequired");
  const { segments } = segmentsOf(body);
  if (segments > MAX_SEGMENTS)
    return refuse("smsTooLong", { max: MAX_SEGMENTS });
  const via = settings?.twilio ? "own" : "platform";
  // Check the quota before the rate limits, so a caller over quota always gets that answer.
  const room = await findRoom(ctx, business, via, now);
  if (!room.ok) return room;
  const numberHash = await hashSecret(number.phone);
  const wait = await takeFromAll(
    ctx,
    now,
    ...strangerBuckets(businessId, wanted.stranger ?? null),
    [`text:shop:${businessId}`, textsPerMinute],
    [`text:number:${businessId}:${numberHash}`, textsPerNumber],
    [`text:number:${numberHash}`, textsPerNumberOfAll],
  );
  if (wait !== null) return refuse("tooManyRequests", wait);
  const smsId = await ctx.db.insert("smsMessages", {
    businessId,
    ticketId,
    to: number.phone,
    body,
    purpose,
    template: "template" in content ? content.template : null,
    state: "queued",
    reason: null,
    via,
    from: null,
    sid: null,
    segments,
    month: await reserve(ctx, businessId, room),
    at: now,
  });
  if (wanted.isSentByCaller !== true) await texts.send(ctx, { _id: smsId });
  return { ok: true, smsId };
}

function strangerBuckets(
  businessId: Id<"businesses">,
  stranger: Caller | null,
) {
  if (stranger === null) return [];
  const { network, block } = stranger;
  const of = `text:network:${businessId}`;
  return [
    [`${of}:${network}`, textsPerNetwork] as const,
    ...(block === null ? [] : [[`${of}:${block}`, textsPerBlock] as const]),
  ];
}

/** Cancels a text. False if it is being sent already. */
export async function cancelText(ctx: MutationCtx, smsId: Id<"smsMessages">) {
  const row = await ctx.db.get("smsMessages", smsId);
  if (row?.state !== "queued") return false;
  await release(ctx, row);
  await ctx.db.patch("smsMessages", smsId, { state: "cancelled" });
  return true;
}

/** Whether a claimed text may go out. If not, it fails at no cost: no sender, STOP, an unpaid country, or too late. */
export async function mayGo(
  ctx: MutationCtx,
  row: Row,
  {
    from,
    isOut,
    isAbroad,
  }: { from: string | undefined; isOut: boolean; isAbroad: boolean },
  now: number,
): Promise<boolean> {
  const reason =
    (from === undefined && "noAccount") ||
    (isOut && "optedOut") ||
    (isAbroad && "regionOff") ||
    (now - row.at > MAX_AGE_MS && "tooLate");
  if (reason) {
    await advanceText(ctx, row, { state: "failed", reason, isFree: true });
    return false;
  }
  await ctx.db.patch("smsMessages", row._id, { from });
  return true;
}

/** Stores the result of sending; a callback may have arrived first. */
export async function settleText(
  ctx: MutationCtx,
  row: Row,
  outcome: SentOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case "accepted": {
      const { sid } = outcome;
      const isNew = await advanceText(ctx, row, { state: "sent", sid });
      if (!isNew && row.sid === null)
        await ctx.db.patch("smsMessages", row._id, { sid });
      return;
    }
    case "refused": {
      const reason = reasonOf(outcome.code);
      await advanceText(ctx, row, { state: "failed", reason, isFree: true });
      return;
    }
    case "unknown":
      await advanceText(ctx, row, { state: "unknown", reason: "noAnswer" });
  }
}

const textsOf =
  (state: TextState, agoMs: number): Due<Row> =>
  (ctx, at, page) =>
    ctx.db
      .query("smsMessages")
      .withIndex("by_state_and_at", (q) =>
        q.eq("state", state).lt("at", at - agoMs),
      )
      .paginate(page);

/** A text being sent during a crash may have gone out: its result is unknown, and it is not retried. */
export const textsBegun = job<Row>({
  due: textsOf("sending", LOST_MS),
  work: eachRow(async (ctx, row) => {
    await settleText(ctx, row, { kind: "unknown" });
  }),
  rows: 50,
});

/** Resumes queued texts after a crash. Those that are too late fail when claimed. */
export const textsQueued = texts.resumed(textsOf("queued", 0), 50);

export type News = {
  readonly state: TextState;
  readonly reason?: TextReason | null;
  readonly sid?: string | null;
  /** It was certainly not sent, so it costs nothing. */
  readonly isFree?: boolean;
};

/** Advances a text; ignores outdated news. @returns whether it was new */
export async function advanceText(
  ctx: MutationCtx,
  row: Row,
  { state, reason = null, sid = null, isFree = false }: News,
): Promise<boolean> {
  if (!goesForward(row.state, state)) return false;
  if (isFree) await release(ctx, row);
  await ctx.db.patch("smsMessages", row._id, {
    state,
    reason,
    ...(sid !== null && { sid }),
  });
  return true;
}

/** Finds a text; null for an invalid id. */
export async function findText(ctx: Reader, smsId: string) {
  const id = ctx.db.normalizeId("smsMessages", smsId);
  return id === null ? null : await ctx.db.get("smsMessages", id);
}

export const shownText = v.object({
  smsId: v.id("smsMessages"),
  toMasked: v.string(),
  body: v.string(),
  state: textStateValidator,
  /** Why it did not arrive. */
  reason: v.nullable(textReasonValidator),
  at: v.number(),
  /** Such as 'H8' or '#8'; null for a number that the owner typed, and when the ticket is gone. */
  ticket: v.nullable(v.string()),
  segments: v.number(),
});

const newestTexts = newestBy("smsMessages", "businessId", RECENT_TEXTS);

/** The newest texts of a business, newest first, with numbers masked for the reader. */
export async function recentTexts(
  ctx: Reader & Staff,
): Promise<Infer<typeof shownText>[]> {
  const rows = await newestTexts(ctx, ctx.business._id);
  const masked = ctx.coversPhones ? maskedPhone : maskedNumber;
  return await Promise.all(
    rows.map(async ({ _id: smsId, ticketId, to, ...row }) => {
      const { body, state, reason, at, segments } = row;
      const ticket = ticketId && (await nameOfTicket(ctx, ticketId));
      return {
        ...{ smsId, toMasked: masked(to), body, state, reason, at },
        ...{ ticket, segments },
      };
    }),
  );
}

async function nameOfTicket(
  ctx: Reader,
  ticketId: Id<"tickets">,
): Promise<string | null> {
  const ticket = await ctx.db.get("tickets", ticketId);
  const queue = ticket && (await ctx.db.get("queues", ticket.queueId));
  return queue && ticketName(queue.letter, ticket.number);
}
