/**
 * Texts over HTTP, against the stand-in for Twilio: what is sent, its result, and what customers answer. Forged calls
 * are in twilio-calls.test.ts.
 */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import {
  checkAccount,
  sendText,
} from "../../../convex/messages/services/twilio.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { TWILIO_NUMBER } from "../../standins/twilio-account.ts";
import { keyed, rows, type App, type Shop, granted } from "../open-app.ts";
import { stubPayments } from "../billing/payment-variables.ts";
import { pass } from "../booking/booking-shop.ts";
import type { textsOf } from "./text-shop.ts";
import { newPhone, stubTexts } from "./text-shop.ts";
import { onWire, type Wire } from "./text-wire.ts";
import { press } from "../base/calls.ts";
import { changeRows } from "../base/tables.ts";

const sms = api.messages.sms;

let wire: Wire;
let app: App;
let shop: Shop;
let texts: ReturnType<typeof textsOf>;
let until: (typeof texts)["until"];

onWire((opened) => {
  ({ wire, app, shop, texts } = opened);
  ({ until } = texts);
});

/** A person in the line with this number. */
async function person(phone: string) {
  const { queueId, owner } = shop;
  const wish = { queueId, name: "Al", phone };
  granted(await press(owner, api.desk.actions.addWalkIn, wish));
  const all = await rows(app, "tickets");
  return must(
    all.find((one) => one.phone === phone),
    "ticket",
  )._id;
}

const stateOf = async (ticketId: Id<"tickets">) =>
  (await rows(app, "tickets")).find(({ _id }) => _id === ticketId)?.state;

test("[N3] a text is sent once, and its result is recorded", async () => {
  const to = newPhone();
  const smsId = await texts.queue({ to, content: { body: "Hello €" } });
  const text = await until(smsId, "delivered");
  const sent = await wire.sentTo(to);
  expect(sent).toMatchObject([{ from: TWILIO_NUMBER, to, body: "Hello €" }]);
  expect(text.sid).toBe(sent[0]?.sid);
  expect(new Set(wire.answers)).toEqual(new Set([200]));
});

test("an error that Twilio's library throws before the request is an outcome, too", async () => {
  const account = { sid: "AC/1", token: "token" };
  const url = new URL("http://127.0.0.1:1");
  const text = { from: TWILIO_NUMBER, to: newPhone(), body: "a", callback: "" };
  expect(await sendText(account, url, text)).toEqual({ kind: "unknown" });
  expect(await checkAccount(account, url, TWILIO_NUMBER)).toBe("unavailable");
});

test("[N3] duplicate status calls, or calls in the wrong order, change nothing", async () => {
  await wire.switch({ reorder: true, duplicate: true });
  const smsId = await texts.queue({ to: newPhone() });
  await expect.poll(() => wire.answers.length).toBe(4);
  expect(await texts.text(smsId)).toMatchObject({ state: "delivered" });
  expect(wire.answers).toEqual([200, 200, 200, 200]);
});

test.each([
  ["+15005550001", "invalidNumber"],
  ["+15005550003", "regionOff"],
  ["+15005550009", "notMobile"],
])("[N3] a text that Twilio refuses costs nothing: %s", async (to, reason) => {
  const smsId = await texts.queue({ to });
  expect(await until(smsId, "failed")).toMatchObject({ reason });
  expect(await texts.used()).toBe(0);
  expect(await wire.sentTo(to)).toEqual([]);
});

// All codes are in rules/texts.test.ts.
test("[N3] the carrier's code becomes a reason, and the text counts", async () => {
  await wire.switch({ outcome: "undelivered", errorCode: 30003 });
  const smsId = await texts.queue({ to: newPhone() });
  const reason = "unreachable";
  expect(await until(smsId, "undelivered")).toMatchObject({ reason });
  // It was sent and counts against the quota.
  expect(await texts.used()).toBe(1);
});

test("[N3] a text without an answer is unknown, counts, and is never retried", async () => {
  await wire.switch({ answer: "error" });
  const to = newPhone();
  const smsId = await texts.queue({ to });
  expect(await until(smsId, "unknown")).toMatchObject({ reason: "noAnswer" });
  expect(await texts.used()).toBe(1);
  await wire.switch({});
  expect(await texts.claim(smsId)).toBeNull();
  expect(await wire.sentTo(to)).toEqual([]);
});

test("[N3] Twilio's status call makes up for a lost answer, and the text is sent once", async () => {
  await wire.switch({ answer: "lost", callbackDelayMs: 200 });
  const to = newPhone();
  const smsId = await texts.queue({ to });
  // The clock stands still meanwhile, and with it the status call.
  await pass(app, 0);
  expect(await texts.text(smsId)).toMatchObject({ state: "unknown" });
  expect(await until(smsId, "delivered")).toMatchObject({ reason: null });
  expect(await wire.sentTo(to)).toHaveLength(1);
  expect(await texts.used()).toBe(1);
});

test("[N3] a busy Twilio has sent nothing, and the text does not count", async () => {
  await wire.switch({ answer: "busy" });
  const to = newPhone();
  const smsId = await texts.queue({ to });
  expect(await until(smsId, "failed")).toMatchObject({ reason: "busy" });
  expect(await texts.used()).toBe(0);
  expect(await wire.sentTo(to)).toEqual([]);
});

// All words are in rules/texts.test.ts.
test.each(["STOP", " Unsubscribe "])(
  "[N7] after %j nothing is sent to that number until START",
  async (word) => {
    const to = newPhone();
    expect(await wire.write({ from: to, body: word })).toEqual({
      ...{ status: 200, reply: null },
    });
    const { owner } = shop;
    const wish = () => keyed({ to, body: "Hello" });
    expect(await owner.mutation(sms.send, wish())).toEqual({
      ...{ ok: false, code: "smsOptedOut" },
    });
    const smsId = await texts.queue({ to });
    expect(await until(smsId, "failed")).toMatchObject({
      ...{ reason: "optedOut", from: null },
    });
    expect(await texts.used()).toBe(0);
    await texts.queue({ to: newPhone() });
    await wire.write({ from: to, body: "START" });
    const again = granted(await owner.mutation(sms.send, wish()));
    await until(again.smsId, "delivered");
    expect(await wire.sentTo(to)).toHaveLength(1);
  },
);

test("[N7] an opt-out that only Twilio knew is learned, without the number itself", async () => {
  const to = "+15005550004";
  const smsId = await texts.queue({ to });
  expect(await until(smsId, "failed")).toMatchObject({ reason: "optedOut" });
  const outs = await rows(app, "smsOptOuts");
  expect(outs).toHaveLength(1);
  expect(JSON.stringify(outs)).not.toContain("5005550004");
  expect(
    await press(shop.owner, sms.send, { to, body: "Hello" }),
  ).toMatchObject({ code: "smsOptedOut" });
});

test("[N8] '1' and '9' act once on the ticket that was texted about, and get a reply", async () => {
  const phone = newPhone();
  const ticketId = await person(phone);
  const nothing = {
    status: 200,
    reply: "You're not in line right now. Reply STOP to opt out.",
  };
  await until(await texts.queue({ to: phone }), "delivered");
  expect(await wire.write({ from: phone, body: "1" })).toEqual(nothing);
  await until(await texts.queue({ to: phone, ticketId }), "delivered");
  const { reply: early } = await wire.write({ from: phone, body: "1" });
  expect(early).toContain("not your turn yet");
  const { queueId, owner } = shop;
  await press(owner, api.desk.actions.callNext, { queueId });
  const { reply } = await wire.write({ from: phone, body: " 1 " });
  expect(reply).toContain("we know you're on your way");
  expect((await stateOf(ticketId))?.acknowledgedAt).not.toBeNull();
  // An unknown word has no effect.
  const { reply: asked } = await wire.write({ from: phone, body: "hello?" });
  expect(asked).toContain("Reply 1");
  const nine = { from: phone, body: "9", sid: "SMreplayed" };
  expect((await wire.write(nine)).reply).toContain("you've left");
  expect(await stateOf(ticketId)).toMatchObject({ endReason: "left" });
  expect(await wire.write(nine)).toEqual({ status: 200, reply: null });
  const { reply: help } = await wire.write({ from: phone, body: "HELP" });
  expect(help).toContain("Shop ");
});

test("[N7][N8] YES answers a call, and after a STOP gets texts again", async () => {
  const phone = newPhone();
  const ticketId = await person(phone);
  await until(await texts.queue({ to: phone, ticketId }), "delivered");
  await wire.write({ from: phone, body: "STOP" });
  const { queueId, owner } = shop;
  await press(owner, api.desk.actions.callNext, { queueId });
  const again = await wire.write({ from: phone, body: "Yes" });
  expect(again).toEqual({ status: 200, reply: null });
  expect(await rows(app, "smsOptOuts")).toEqual([]);
  expect((await stateOf(ticketId))?.acknowledgedAt).toBeNull();
  const { reply } = await wire.write({ from: phone, body: "Yes!" });
  expect(reply).toContain("we know you're on your way");
  expect((await stateOf(ticketId))?.acknowledgedAt).not.toBeNull();
  await press(owner, api.desk.actions.serve, { ticketId });
  expect(await wire.write({ from: phone, body: "1" })).toMatchObject({ reply });
});

test("[N8] a number that was never texted gets no reply: each costs money, and premium numbers earn it", async () => {
  const silence = { status: 200, reply: null };
  for (const body of ["9", "hello?", "HELP", "arrêt"])
    expect(await wire.write({ from: newPhone(), body }), body).toEqual(silence);
  // Its STOP counts all the same.
  expect(await rows(app, "smsOptOuts")).toHaveLength(1);
  // A shop's own account texted this number, the platform's did not.
  const own = await wire.own();
  const credentials = { sid: own.sid, token: own.token, from: own.number };
  await shop.owner.action(sms.saveCredentials, credentials);
  const phone = newPhone();
  await until(await texts.queue({ to: phone }), "delivered");
  expect(await wire.write({ from: phone, body: "hello?" })).toEqual(silence);
  const asked = { from: phone, to: own.number, body: "hello?" };
  expect((await wire.write(asked)).reply).toContain("not in line");
});

test("[N8] a phone that answers each text by itself gets six replies an hour, and is still obeyed", async () => {
  const phone = newPhone();
  const ticketId = await person(phone);
  await until(await texts.queue({ to: phone, ticketId }), "delivered");
  const closed = { from: phone, body: "We are closed until Monday." };
  for (let sent = 0; sent < 6; sent += 1)
    expect((await wire.write(closed)).reply).toContain("Reply 1");
  expect(await wire.write(closed)).toEqual({ status: 200, reply: null });
  await wire.write({ from: phone, body: "9" });
  expect(await stateOf(ticketId)).toMatchObject({ endReason: "left" });
});

test("[N9] a shop's own account is checked, sealed, used and not counted, with its own opt-outs", async () => {
  const own = await wire.own();
  const { owner } = shop;
  const save = async (change: object) =>
    await owner.action(sms.saveCredentials, {
      ...{ sid: own.sid, token: own.token, from: own.number },
      ...change,
    });
  const codes = {
    twilioFieldsMissing: { token: "  " },
    phoneInvalid: { from: "12" },
    twilioRefused: { token: "wrong" },
    twilioSenderUnknown: { from: TWILIO_NUMBER },
  };
  for (const [code, change] of Object.entries(codes))
    expect(await save(change), code).toEqual({ ok: false, code });
  expect(await save({ sid: "../../evil" })).toMatchObject({ ok: false });
  vi.stubEnv("TWILIO_API_URL", "http://127.0.0.1:1");
  expect(await save({})).toEqual({ ok: false, code: "twilioUnavailable" });
  // Values that cannot be a Twilio account are refused without asking Twilio.
  for (const odd of [{ token: "t".repeat(101) }, { sid: "AC1" }])
    expect(await save(odd)).toEqual({ ok: false, code: "twilioRefused" });
  wire.stub();
  // In countries whose numbers differ in length, the beginning of a number is another one's.
  const api = new URL(must(process.env.TWILIO_API_URL, "address"));
  const begin = own.number.slice(0, -1);
  expect(await checkAccount(own, api, begin)).toBe("senderUnknown");
  expect(await rows(app, "smsSettings")).toEqual([]);
  expect(await save({})).toEqual({ ok: true });
  const panel = await owner.query(sms.panel, {});
  expect(panel.own).toEqual({
    ...{ sidLast4: own.sid.slice(-4), from: own.number },
  });
  // Staff do not see the account, but that nothing is counted.
  const { caller: staff } = await app.member(shop, "staff");
  expect(await staff.query(sms.panel, {})).toMatchObject({
    ...{ own: null, isCounted: false },
  });
  const kept = JSON.stringify([panel, await rows(app, "smsSettings")]);
  for (const secret of [own.token, own.sid]) expect(kept).not.toContain(secret);

  const to = newPhone();
  const smsId = await texts.queue({ to });
  await until(smsId, "delivered");
  expect(await wire.sentTo(to)).toMatchObject([{ from: own.number }]);
  expect(await texts.used()).toBe(0);
  // STOP to the shop's number does not affect the platform's number, and vice versa.
  await wire.write({ from: to, to: own.number, body: "STOP" });
  expect(await until(await texts.queue({ to }), "failed")).toMatchObject({
    ...{ reason: "optedOut", from: null },
  });
  await owner.mutation(sms.removeCredentials, {});
  await until(await texts.queue({ to }), "delivered");
  expect((await wire.sentTo(to)).map(({ from }) => from).sort()).toEqual(
    [own.number, TWILIO_NUMBER].sort(),
  );
});

test("[U6] without a key own credentials cannot be saved; with another key no text is sent", async () => {
  const own = await wire.own();
  const { owner } = shop;
  const credentials = { sid: own.sid, token: own.token, from: own.number };
  vi.stubEnv("SECRETS_KEYS", "");
  expect(await owner.action(sms.saveCredentials, credentials)).toEqual({
    ...{ ok: false, code: "secretsOff" },
  });
  expect((await owner.query(sms.panel, {})).canKeepOwn).toBe(false);
  stubTexts();
  wire.stub();
  expect(await owner.action(sms.saveCredentials, credentials)).toEqual({
    ok: true,
  });
  const other = Buffer.alloc(32, 9).toString("base64");
  vi.stubEnv("SECRETS_KEYS", `1:${other}`);
  const to = newPhone();
  expect(await until(await texts.queue({ to }), "failed")).toMatchObject({
    reason: "wrongCredentials",
  });
  expect(await wire.sentTo(to)).toEqual([]);
});

test("[H6] POST /api/send-sms sends only for the owner, in the specified shape", async () => {
  const post = async (caller: Pick<App["backend"], "fetch">, body: object) => {
    const answer = await caller.fetch("/api/send-sms", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return [answer.status, await answer.json()] as const;
  };
  const to = newPhone();
  const { businessId, owner } = shop;
  const wish = { to, message: "Hello", businessId };
  expect((await post(app.backend, wish))[0]).toBe(401);
  const other = await app.shop({ plan: "pro" });
  expect((await post(other.owner, wish))[0]).toBe(403);
  const missing = "Missing required parameters (businessId, to)";
  for (const body of [{ ...wish, to: "" }, { to, message: "Hello" }, {}])
    expect(await post(owner, body)).toEqual([
      ...[400, { success: false, error: missing }],
    ]);
  expect(await post(owner, { ...wish, message: " " })).toEqual([
    ...[400, { success: false, error: "No message content provided" }],
  ]);
  expect(await wire.sentTo(to)).toEqual([]);
  expect(await post(owner, wish)).toEqual([200, { success: true }]);
  // The answer comes after Twilio's.
  expect(await wire.sentTo(to)).toHaveLength(1);
  const failed = { success: false } as const;
  // One of Twilio's numbers for tests: a landline.
  expect(await post(owner, { ...wish, to: "+15005550009" })).toEqual([
    502,
    {
      ...failed,
      error: "The message was not sent: this number can't get texts.",
    },
  ]);
  await wire.switch({ answer: "lost" });
  expect(JSON.stringify(await post(owner, wish))).toMatch(
    /^\[504,.*may have been sent/,
  );
  await wire.switch({});
  expect(await wire.sentTo(to)).toHaveLength(2);
  await changeRows(app, "smsMonths", { used: 50 });
  // P7: where nothing is sold, no answer tells an owner to buy.
  const said = async (caller: Pick<App["backend"], "fetch">, body: object) =>
    JSON.stringify((await post(caller, body))[1]);
  expect(await said(owner, wish)).toMatch(/Please wait until next month/);
  stubPayments();
  expect(await post(owner, wish)).toEqual([
    402,
    {
      success: false,
      error:
        "Monthly SMS limit reached (50 SMS per month). Please upgrade or wait until next month.",
    },
  ]);
  vi.stubEnv("PLAN_WITHOUT_PAYMENT", "starter");
  expect(await said(owner, wish)).toMatch(/Please wait until next month/);
  const small = await app.shop({ plan: "starter" });
  const none = { ...wish, businessId: small.businessId };
  expect(await said(small.owner, none)).toMatch(/not part of the plan on this/);
  vi.stubEnv("PLAN_WITHOUT_PAYMENT", undefined);
});
