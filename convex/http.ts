/** Routes: check, call one function, answer. They trust no id, plan or payment: product.md H1, H2, H3, H4, M9 */
import { httpRouter } from "convex/server";
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { auth } from "./auth";
import { httpEndpoint } from "./functions";
import { addAdminRoutes } from "./admin/routes";
import { addTwilioRoutes } from "./messages/routes";
import { appError } from "./base/rules/errors";
import { isTokenBad } from "./base/services/bearer";
import { bodyOf } from "./base/services/body";
import {
  json,
  refusal,
  refusalOf,
  statusOf,
} from "./base/services/httpAnswers";
import { APPOINTMENT_PATH } from "./calendar/rules/file";
import { answerCalendar } from "./calendar/services/calendarAnswer";
import { CALLBACK_PATH, environment } from "./base/services/env";
import { isText, jsonFields, type Fields } from "./base/services/jsonBody";
import { answerForm, readForm } from "./base/services/postedForm";
import {
  isSignedByStripe,
  MAX_BODY,
  readEvent,
} from "./billing/services/stripeWebhook";
import { reasonWords } from "./messages/rules/reasonWords";
import { checkoutWish } from "./billing/rules/checkoutWish";
import { opens } from "./business/rules/standing";
import {
  addressFields,
  demoFields,
  formPaths,
} from "./visitors/rules/formFields";
import { pathBack } from "./calendar/rules/googleFlow";
import {
  httpMessage,
  httpMessages as sentences,
} from "./base/rules/httpMessages";
import { joinManifest } from "./profile/rules/joinManifest";
import { ownPathOfUrl } from "./base/rules/ownPath";
import { pageHead, publicPage } from "./profile/rules/pageHead";
import { pushPaths } from "./messages/rules/pushMessages";
import { hashSecret } from "./base/rules/secrets";
import {
  firstPlan,
  isSold,
  normalizePlan,
  type SoldPlan,
} from "./base/rules/plans";
import type { Refusal } from "./base/rules/refusals";
import { signUpOf } from "./base/rules/signUp";

const { current } = internal.account;
const { payments } = internal.billing;
const { preview } = internal.profile.businesses;
const { forms } = internal.visitors;
const HOUR_MS = 60 * 60_000;
const http = httpRouter();

auth.addHttpRoutes(http);
addAdminRoutes(http);
addTwilioRoutes(http);

http.route({
  path: "/api/stripe/webhook",
  method: "POST",
  handler: httpEndpoint(async (ctx, request) => {
    const { webhookSecrets } = environment();
    const body = await bodyOf(request, MAX_BODY);
    const header = request.headers.get("Stripe-Signature");
    const isSigned =
      body !== null &&
      (await isSignedByStripe(body, header, webhookSecrets, Date.now()));
    if (!isSigned) return refusal(400, sentences.notSigned);
    const event = readEvent(body);
    if (event === null) return json(200, { received: true });
    const received = await ctx.runAction(payments.receiveEvent, event);
    // Stripe retries unless the answer is 2xx.
    return received.ok ? json(200, { received: true }) : json(503, {});
  }),
});

http.route({
  path: "/api/send-sms",
  method: "POST",
  handler: owners(async (ctx, { to, message: body, businessId }, owner) => {
    const refuseWith = (status: number, error: string) =>
      json(status, { success: false, error });
    if (!isText(businessId) || !isText(to)) {
      return refuseWith(400, sentences.smsParametersMissing);
    }
    if (!isText(body)) return refuseWith(400, sentences.smsContentMissing);
    if (businessId !== owner.businessId) {
      return refuseWith(403, sentences.notAllowed);
    }
    const wish = { to, body };
    const sent = await ctx.runMutation(internal.messages.sms.sendByHttp, wish);
    if (!sent.ok) {
      const message = httpMessage(sent, environment().sellsPlans);
      return refuseWith(statusOf(sent), message);
    }
    // Sent here and not later, so that the answer can say what Twilio said.
    const { smsId } = sent;
    await ctx.runAction(internal.messages.smsSending.send, { smsId });
    const known = await ctx.runQuery(internal.messages.smsSteps.outcome, {
      smsId,
    });
    if (known?.state === "sent" || known?.state === "delivered") {
      return json(200, { success: true });
    }
    // A text without an answer may have gone out.
    return known?.reason && known.state !== "unknown"
      ? refuseWith(502, sentences.smsNotSent(reasonWords[known.reason]))
      : refuseWith(504, sentences.smsUnknown);
  }),
});

http.route({
  path: "/api/create-checkout-session",
  method: "POST",
  handler: owners(async (ctx, { planId, successUrl, cancelUrl, email }) => {
    if (!isText(planId)) return refusal(400, sentences.planRequired);
    if (!isText(email)) return refusal(400, sentences.emailRequired);
    if (!isText(successUrl)) return refusal(400, sentences.successUrlRequired);
    if (!isText(cancelUrl)) return refusal(400, sentences.cancelUrlRequired);
    const { siteUrl } = environment();
    const successPath = ownPathOfUrl(successUrl, siteUrl);
    const cancelPath = ownPathOfUrl(cancelUrl, siteUrl);
    if (successPath === null || cancelPath === null) {
      return refusal(400, sentences.returnUrlForeign);
    }
    const wish = { plan: soldPlan(planId), successPath, cancelPath };
    const made = await ctx.runAction(payments.checkout, { wish });
    if (!made.ok) return refusal(409, notCheckedOut(made));
    return json(200, { sessionId: made.sessionId, url: made.url });
  }),
});

http.route({
  path: "/api/create-direct-checkout",
  method: "POST",
  handler: owners(async (ctx, { plan }) => {
    if (!isText(plan)) return refusal(400, sentences.planMissing);
    const wish = checkoutWish(soldPlan(plan));
    const made = await ctx.runAction(payments.checkout, { wish });
    if (!made.ok) return refusal(409, httpMessage(made));
    return json(200, { success: true, url: made.url });
  }),
});

http.route({
  path: "/api/create-direct-checkout",
  method: "GET",
  handler: httpEndpoint(async () => {
    const answer = refusal(405, sentences.postOnly);
    answer.headers.set("Allow", "POST");
    return answer;
  }),
});

http.route({
  path: "/api/subscription-status",
  method: "GET",
  handler: owners(async (_ctx, { userId }, owner) => {
    if (!isText(userId)) return refusal(400, sentences.userIdRequired);
    if (userId !== owner.userId) return refusal(403, sentences.notAllowed);
    const { isSubscribed, plan } = owner;
    return json(200, { hasSubscription: isSubscribed, plan });
  }),
});

http.route({
  path: "/api/stripe-session",
  method: "GET",
  handler: owners(async (ctx, { sessionId }) => {
    if (!isText(sessionId)) return refusal(400, sentences.sessionOrPlanMissing);
    const paid = await ctx.runAction(payments.confirmed, { sessionId });
    if (!paid.ok) return refusal(404, httpMessage(paid));
    return json(200, { customer: paid.customerId });
  }),
});

http.route({
  path: "/api/update-plan",
  method: "POST",
  handler: owners(async (ctx, { sessionId }) => {
    if (!isText(sessionId)) return refusal(400, sentences.sessionOrPlanMissing);
    const paid = await ctx.runAction(payments.confirmed, { sessionId });
    if (!paid.ok)
      return json(404, { success: false, error: httpMessage(paid) });
    if (opens(paid.state)) return json(200, { success: true });
    // The checkout is theirs, but not paid.
    const error = sentences.subscriptionNotConfirmed;
    return json(402, { success: false, error });
  }),
});

http.route({
  path: "/api/create-business",
  method: "POST",
  handler: signedIn(
    async (ctx, request) => {
      const { businessName } = (await fieldsOf(request)) ?? {};
      const name = isText(businessName) ? businessName : null;
      await ctx.runMutation(current.createBusiness, { name });
      return json(200, { success: true });
    },
    { success: false },
  ),
});

http.route({
  path: formPaths.demo,
  method: "POST",
  handler: httpEndpoint(async (ctx, request) => {
    const fields = await readForm(request, demoFields);
    if (fields === null) return refusal(400, sentences.invalidInput);
    const outcome = await ctx.runMutation(forms.request, { fields });
    return answerForm(request, outcome, "/book-demo#thank-you");
  }),
});

http.route({
  path: formPaths.newsletter,
  method: "POST",
  handler: httpEndpoint(async (ctx, request) => {
    const fields = await readForm(request, addressFields);
    if (fields === null) return refusal(400, sentences.invalidInput);
    const outcome = await ctx.runMutation(forms.subscribe, { fields });
    return answerForm(request, outcome, "/#subscribed");
  }),
});

/** Devices report that a push arrived or was tapped (public/sw.js). The receipt came in it and opens nothing else. */
http.route({
  path: pushPaths.receipt,
  method: "POST",
  handler: httpEndpoint(async (ctx, request) => {
    const { receipt, opened } = (await fieldsOf(request)) ?? {};
    if (!isText(receipt)) return refusal(400, sentences.invalidInput);
    const told = { receiptHash: await hashSecret(receipt), opened: !!opened };
    await ctx.runMutation(internal.messages.alerts.receipt, told);
    return new Response(null, { status: 204 });
  }),
});

http.route({
  path: pushPaths.renewed,
  method: "POST",
  handler: httpEndpoint(async (ctx, request) => {
    const { old, endpoint, p256dh, auth } = (await fieldsOf(request)) ?? {};
    const wrong = refusal(400, sentences.invalidInput);
    if (!isText(old) || !isText(endpoint)) return wrong;
    if (!isText(p256dh) || !isText(auth)) return wrong;
    const address = { old, endpoint, p256dh, auth };
    await ctx.runMutation(internal.messages.alerts.renewPush, address);
    return new Response(null, { status: 204 });
  }),
});

/** Google redirects the owner's browser here: calendar/rules/googleFlow.ts. Nothing is trusted or changed. */
http.route({
  path: CALLBACK_PATH,
  method: "GET",
  handler: httpEndpoint(async (_ctx, request) => {
    const { siteUrl } = environment();
    const path = pathBack(new URL(request.url).searchParams);
    return new Response(null, {
      status: 303,
      headers: {
        Location: `${siteUrl}${path}`,
        "Cache-Control": "no-store",
        "Referrer-Policy": "no-referrer",
      },
    });
  }),
});

/** One click in a mail program ends such mails (RFC 8058). Only the token counts, so any origin may send it. */
http.route({
  path: "/api/unsubscribe",
  method: "POST",
  handler: httpEndpoint(async (ctx, request) => {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const { oneClick } = internal.upkeep.mails;
    const done = await ctx.runMutation(oneClick, { token });
    return done.ok ? json(200, {}) : refusal(404, httpMessage(done));
  }),
});

/** Opening the address only leads to a question, so that link scanners end nothing. */
http.route({
  path: "/api/unsubscribe",
  method: "GET",
  handler: httpEndpoint(async (_ctx, request) => {
    const token = new URL(request.url).searchParams.get("token") ?? "";
    const page = `${environment().siteUrl}/unsubscribe?token=${encodeURIComponent(token)}`;
    return new Response(null, { status: 303, headers: { Location: page } });
  }),
});

/** The owner's bookings for any calendar program. The secret address is the only key: product.md K5. */
http.route({
  path: "/api/calendar-feed",
  method: "GET",
  handler: httpEndpoint(async (ctx, request) => {
    const secret = new URL(request.url).searchParams.get("token") ?? "";
    // Rounded to the hour, so that frequent requests get the cached answer.
    const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const args = { secret, now };
    const file = await ctx.runQuery(internal.calendar.feed.file, args);
    if (file === null) return refusal(404, httpMessage({ code: "notFound" }));
    return await answerCalendar(request, file, "bookings.ics");
  }),
});

/** A customer's booking ahead for the calendar. Without a name or a secret: the ticket's id is in the address. */
http.route({
  path: APPOINTMENT_PATH,
  method: "GET",
  handler: httpEndpoint(async (ctx, request) => {
    const ticketId = new URL(request.url).searchParams.get("ticket") ?? "";
    const args = { ticketId, now: Date.now() };
    const file = await ctx.runQuery(internal.booking.bookings.file, args);
    if (file === null) return refusal(404, httpMessage({ code: "notFound" }));
    return await answerCalendar(request, file, "appointment.ics");
  }),
});

/** The engine calls this before it serves a page: launch/config.mjs. Public texts only; product.md S15. */
http.route({
  path: "/api/page-head",
  method: "GET",
  handler: httpEndpoint(async (ctx, request) => {
    const asked = new URL(request.url).searchParams.get("page") ?? "";
    const page = publicPage(asked);
    if (page === null) return new Response(null, { status: 204 });
    const { link } = page;
    const business =
      link === null ? null : await ctx.runQuery(preview, { link });
    const settings = environment();
    const { siteUrl, showsClaims } = settings;
    const shown = { siteUrl, showsClaims, signUp: signUpOf(settings) };
    return new Response(pageHead(page, business, shown), {
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  }),
});

http.route({
  path: "/api/join-manifest",
  method: "GET",
  handler: httpEndpoint(async (ctx, request) => {
    const { searchParams } = new URL(request.url);
    const link = { businessId: searchParams.get("b") ?? "" };
    const business = await ctx.runQuery(preview, { link });
    if (business === null)
      return refusal(404, httpMessage({ code: "notFound" }));
    const manifest = joinManifest(business, searchParams.has("page"));
    return new Response(JSON.stringify(manifest), {
      headers: {
        "Content-Type": "application/manifest+json",
        "Cache-Control": "no-cache",
      },
    });
  }),
});

export default http;

type Owner = {
  userId: string;
  businessId: string;
  isSubscribed: boolean;
  plan: string;
};

/** A route for a signed-in owner; `fields` come from the body, or from the query of a GET. */
function owners(
  handle: (ctx: ActionCtx, fields: Fields, owner: Owner) => Promise<Response>,
) {
  return signedIn(async (ctx, request) => {
    const owner = await ctx.runQuery(current.ownStatus, {});
    const fields = await fieldsOf(request);
    if (fields === null) return refusal(400, sentences.invalidInput);
    return await handle(ctx, fields, owner);
  });
}

/** Answers refusals, with `also` in them, and callers with an invalid token. */
function signedIn(
  handle: (ctx: ActionCtx, request: Request) => Promise<Response>,
  also: object = {},
) {
  return httpEndpoint(async (ctx, request) => {
    try {
      if (await isTokenBad(ctx)) throw appError("notSignedIn");
      return await handle(ctx, request);
    } catch (error) {
      return refusalOf(error, also);
    }
  });
}

async function fieldsOf(request: Request): Promise<Fields | null> {
  return request.method === "GET"
    ? Object.fromEntries(new URL(request.url).searchParams)
    : await jsonFields(request);
}

function notCheckedOut(refused: Pick<Refusal, "code">): string {
  const reason = httpMessage(refused);
  return refused.code === "checkoutFailed"
    ? reason
    : sentences.checkoutFailedBecause(reason);
}

function soldPlan(text: string): SoldPlan {
  const plan = normalizePlan(text);
  return isSold(plan) ? plan : firstPlan;
}
