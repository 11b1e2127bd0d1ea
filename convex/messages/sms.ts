/** The owner's SMS panel (product.md N1, N3, N6, N9). */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { ensureOwner, type Staff } from "../account/data/access";
import { isOptedOut } from "./data/smsOptOuts";
import { once } from "../account/data/requestKeys";
import { monthOf } from "./data/smsQuota";
import { dropOwnTwilio, setTemplate, textSettingsOf } from "./data/smsSettings";
import { queueText, recentTexts, shownText } from "./data/sms";
import { textRefusals } from "./rules/sms";
import { ensureOwnTicket } from "../queue/data/tickets";
import {
  counterQuery,
  internalMutation,
  managerMutation,
  managerQuery,
  ownerAction,
  ownerMutation,
  personMutation,
} from "../functions";
import { pairHashOf } from "../base/services/caller";
import { environment } from "../base/services/env";
import { closeAccount } from "./services/shopTwilio";
import { canSeal } from "../base/services/sealed";
import { appError, refuse } from "../base/rules/errors";
import { may } from "../business/rules/roles";
import { isPaidFor, readPhone, textableNumber } from "../base/rules/phone";
import { plans } from "../base/rules/plans";
import { doneOr, doneWith } from "../base/rules/refusals";
import {
  templateNames,
  templateNameValidator,
  templateOf,
} from "./rules/smsTemplates";
import { isActive } from "../queue/rules/ticketState";

/** Twilio credentials are never longer. */
const MAX_CREDENTIAL = 100;

const sendRefusals = [
  ...textRefusals,
  "smsOff",
  "smsOptedOut",
  "customerMovedOn",
] as const;
const sendAnswer = doneWith({ smsId: v.id("smsMessages") }, ...sendRefusals);
const keptAnswer = doneOr(
  "twilioFieldsMissing",
  "smsNotInPlan",
  "phoneInvalid",
  "tooManyRequests",
  "secretsOff",
  "twilioRefused",
  "twilioSenderUnknown",
  "twilioUnavailable",
);

/**
 * The panel without the texts; for staff, without the account. `used` is of the server's month, which changes within
 * five minutes of midnight.
 */
export const panel = counterQuery({
  args: {},
  returns: v.object({
    allowed: v.boolean(),
    quota: v.number(),
    used: v.number(),
    /** The part of the shop's own account that may be shown. */
    own: v.nullable(v.object({ sidLast4: v.string(), from: v.string() })),
    /** Texts count against the quota: not those of the shop's own account. */
    isCounted: v.boolean(),
    /** There is an account to send from. */
    senderReady: v.boolean(),
    canKeepOwn: v.boolean(),
    templates: v.array(
      v.object({
        name: templateNameValidator,
        text: v.string(),
        isDefault: v.boolean(),
      }),
    ),
  }),
  handler: async (ctx) => {
    const { _id: businessId, plan } = ctx.business;
    const settings = await textSettingsOf(ctx, businessId);
    const month = await monthOf(ctx, businessId);
    const quota = plans[plan].smsPerMonth;
    const twilio = settings?.twilio ?? null;
    const own =
      twilio && may(ctx.role, "manageShop")
        ? { sidLast4: twilio.sidLast4, from: twilio.from }
        : null;
    const platform = environment().texts?.platform ?? null;
    const templates = settings?.templates ?? {};
    return {
      allowed: quota > 0,
      quota,
      used: month?.used ?? 0,
      own,
      isCounted: twilio === null,
      senderReady: twilio !== null || platform !== null,
      canKeepOwn: canSeal(),
      templates: templateNames.map((name) => ({
        name,
        text: templateOf(name, templates),
        isDefault: templates[name] === undefined,
      })),
    };
  },
});

/** The newest texts, newest first. */
export const recent = managerQuery({
  args: {},
  returns: v.array(shownText),
  handler: async (ctx) => await recentTexts(ctx),
});

/** Sends free text to a number or a ticket's holder, once per key. @throws notFound; notAllowed: staff text tickets only, a tablet nobody */
export const send = personMutation({
  args: {
    to: v.optional(v.string()),
    ticketId: v.optional(v.string()),
    body: v.string(),
    requestKey: v.string(),
  },
  returns: sendAnswer,
  handler: async (ctx, { requestKey: key, ...wish }) => {
    const now = Date.now();
    if (wish.ticketId === undefined && !may(ctx.role, "manageShop")) {
      throw appError("notAllowed");
    }
    const kept = { key, returns: sendAnswer };
    return await once(ctx, kept, now, () => sendFree(ctx, wish, now));
  },
});

/** The same for http.ts. @throws notSignedIn, or notAllowed for a user without a business */
export const sendByHttp = internalMutation({
  args: { to: v.string(), body: v.string() },
  returns: sendAnswer,
  handler: async (ctx, wish) => {
    const owner = await ensureOwner(ctx);
    return await sendFree({ ...ctx, ...owner }, wish, Date.now(), true);
  },
});

/** Stores the shop's own account once Twilio has confirmed it. */
export const saveCredentials = ownerAction({
  args: { sid: v.string(), token: v.string(), from: v.string() },
  returns: keptAnswer,
  handler: async (ctx, given): Promise<Infer<typeof keptAnswer>> => {
    const sid = given.sid.trim();
    const token = given.token.trim();
    if (sid === "" || token === "" || given.from.trim() === "")
      return refuse("twilioFieldsMissing");
    if (!canSeal()) return refuse("secretsOff");
    const may = await ctx.runMutation(
      internal.messages.smsSteps.mayKeepAccount,
      {},
    );
    if (!may.ok) return may;
    const number = readPhone(given.from, may.country);
    if (
      !number.ok ||
      // Guard untested: `from` is not blank; the check is for the type.
      number.phone === null
    )
      return refuse("phoneInvalid");
    const isForm =
      /^AC[0-9a-f]{32}$/i.test(sid) && token.length <= MAX_CREDENTIAL;
    if (!isForm) return refuse("twilioRefused");
    const account = { sid, token, from: number.phone };
    const found = await ctx.runAction(
      internal.messages.smsSending.check,
      account,
    );
    if (found === "refused") return refuse("twilioRefused");
    if (found === "senderUnknown") return refuse("twilioSenderUnknown");
    if (found === "unavailable") return refuse("twilioUnavailable");
    await ctx.runMutation(internal.messages.smsSteps.keepAccount, {
      ...(await closeAccount(account, ctx.owner.businessId)),
      from: number.phone,
    });
    return { ok: true as const };
  },
});

/** Returns the shop to the platform's account. */
export const removeCredentials = ownerMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await dropOwnTwilio(ctx, ctx.business._id),
});

/** Sets the owner's words for one occasion; null restores the default. */
export const saveTemplate = managerMutation({
  args: { name: templateNameValidator, text: v.nullable(v.string()) },
  returns: doneOr("smsTooLong"),
  handler: async (ctx, { name, text }) =>
    await setTemplate(ctx, ctx.business._id, name, text),
});

type Wish = { to?: string; ticketId?: string; body: string };

/** Unless there is no sender, or the number has answered STOP to it. @throws notFound for another shop's ticket */
async function sendFree(
  ctx: MutationCtx & Staff,
  { to: typed, ticketId, body }: Wish,
  now: number,
  isSentByCaller = false,
) {
  const { business } = ctx;
  const ticket =
    ticketId === undefined ? null : await ensureOwnTicket(ctx, ticketId);
  // No text to an ended visit: its row would outlive the customer's data (product.md U7).
  if (ticket !== null && !isActive(ticket.state.status))
    return refuse("customerMovedOn");
  const to = ticket === null ? typed : (ticket.phone ?? undefined);
  if (plans[business.plan].smsPerMonth > 0) {
    const settings = await textSettingsOf(ctx, business._id);
    const { platform = null, countries = [] } = environment().texts ?? {};
    const own = settings?.twilio ?? null;
    const from = own?.from ?? platform?.from;
    if (from === undefined) return refuse("smsOff");
    const number = textableNumber(to, business.country);
    const isPaid = number.ok && isPaidFor(number.phone, countries);
    if (number.ok && own === null && !isPaid) return refuse("smsCountry");
    const isOut =
      number.ok &&
      (await isOptedOut(ctx, await pairHashOf(from, number.phone)));
    if (isOut) return refuse("smsOptedOut");
  }
  return await queueText(ctx, {
    business,
    ticketId: ticket?._id ?? null,
    to,
    content: { body },
    ...{ purpose: "free", isSentByCaller, now },
  });
}
