/** Texts as rows: quota, caps, cancelling, states, and numbers that are never texted. Sending is in sending.test.ts. */
import { beforeEach, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { TEXTS_A_DAY } from "../../../convex/messages/rules/sms.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import { keyed, rows, maintain } from "../open-app.ts";
import {
  newPhone,
  openTextShop,
  PHONE,
  PLATFORM,
  stubTexts,
  textsOf,
} from "./text-shop.ts";
import { press } from "../base/calls.ts";
import { changeRow, changeRows } from "../base/tables.ts";
import { NOON } from "../fake-clock.ts";

beforeEach(stubTexts);

/** Moves the clock. Scheduled functions do not run. */
function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

test("[N1] Starter sends nothing, and neither does a shop whose plan has lapsed", async () => {
  const starter = await openTextShop("starter");
  expect(await starter.ask()).toMatchObject({ code: "smsNotInPlan" });
  const pro = await openTextShop("pro");
  await pro.app.lapse(pro.shop);
  expect(await pro.ask()).toMatchObject({ code: "notSubscribed" });
  expect(await rows(starter.app, "smsMessages")).toEqual([]);
  expect(await rows(pro.app, "smsMessages")).toEqual([]);
});

test("[N2] exactly the plan's quota is sent, and texts that were surely not sent free it again", async () => {
  const { ask, queue, claim, settle, cancel, used } = await openTextShop();
  const ids = [];
  for (let n = 0; n < 50; n += 1) {
    pass(3_000);
    ids.push(await queue({ to: newPhone() }));
  }
  expect(await ask({ to: newPhone() })).toEqual({
    ...{ ok: false, code: "smsQuotaUsed", limit: 50 },
  });
  const [sent, refused, unknown, cancelled, taken] = ids.slice(-5);
  if (!sent || !refused || !unknown || !cancelled || !taken) throw new Error();
  for (const id of [sent, refused, unknown, taken]) await claim(id);
  await settle(sent, { kind: "accepted", sid: "SM1" });
  await settle(unknown, { kind: "unknown" });
  expect(await cancel(taken)).toBe(false);
  expect(await used()).toBe(50);
  await settle(refused, { kind: "refused", code: 21211 });
  expect(await cancel(cancelled)).toBe(true);
  expect(await cancel(cancelled)).toBe(false);
  expect(await used()).toBe(48);
  await queue({ to: newPhone() });
  await queue({ to: newPhone() });
  expect(await ask({ to: newPhone() })).toMatchObject({ ok: false });
});

test.each(["Pacific/Apia", "America/Los_Angeles"])(
  "[N2] the month begins at midnight on the first in %s, and the panel follows without a text",
  async (timezone) => {
    const offset = timezone === "Pacific/Apia" ? 13 : -8;
    const midnight = Date.parse("2026-12-01T00:00:00Z") - offset * 3_600_000;
    vi.setSystemTime(midnight - 60_000);
    const { app, shop, queue, used } = await openTextShop("pro", timezone);
    const old = await queue();
    vi.setSystemTime(midnight - 1);
    await queue();
    expect(await used()).toBe(2);
    const panel = async () =>
      (await shop.owner.query(api.messages.sms.panel, {})).used;
    await maintain(app);
    expect(await panel()).toBe(2);
    vi.setSystemTime(midnight);
    await maintain(app);
    expect(await panel()).toBe(0);
    await queue();
    expect(await used()).toBe(1);
    await app.backend.mutation(internal.messages.smsSteps.settle, {
      ...{ smsId: old, outcome: { kind: "refused", code: 21211 } },
    });
    expect(await used()).toBe(1);
    const moved = { timezone: "Pacific/Pago_Pago" };
    await changeRow(app, "businesses", shop.businessId, moved);
    await queue();
    expect(await used()).toBe(2);
  },
);

test("[N5] limits: six texts an hour to one number, thirty a minute and 300 a day per shop", async () => {
  const { ask, queue, app } = await openTextShop("enterprise");
  const to = newPhone();
  for (let n = 0; n < 6; n += 1) await queue({ to });
  expect(await ask({ to })).toMatchObject({ code: "tooManyRequests" });
  pass(3_600_000);
  let sent = 0;
  while ((await ask({ to: newPhone() })).ok) sent += 1;
  expect(sent).toBe(30);
  pass(60_000);
  await changeRows(app, "smsMonths", { usedToday: TEXTS_A_DAY - 1 });
  await queue({ to: newPhone() });
  expect(await ask({ to: newPhone() })).toEqual({
    ...{ ok: false, code: "smsDayLimit", limit: TEXTS_A_DAY },
  });
  pass(24 * 3_600_000);
  await queue({ to: newPhone() });
});

test("[N5] a shop's limit per number is its own, and all shops together send it 24 an hour", async () => {
  const { app, queue, ask } = await openTextShop();
  const others = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const shop = await app.shop({ plan: "pro" });
      return textsOf(app, shop);
    }),
  );
  for (let i = 0; i < 6; i += 1) await queue();
  expect(await ask()).toMatchObject({ code: "tooManyRequests" });
  for (const { queue: another } of others.slice(0, 3))
    for (let i = 0; i < 6; i += 1) await another();
  expect(await others[3]?.ask()).toMatchObject({ code: "tooManyRequests" });
});

test("[N5] the platform pays for no country that an owner chose, unless the operator opens it", async () => {
  const { app, shop, queue, claim } = await openTextShop();
  const to = "+252615551234";
  await changeRow(app, "businesses", shop.businessId, { country: "SO" });
  const send = async () =>
    await press(shop.owner, api.messages.sms.send, { to, body: "Hi" });
  expect(await send()).toEqual({ ok: false, code: "smsCountry" });
  // Texts that follow from a call.
  expect(await claim(await queue({ to }))).toBeNull();
  expect(await rows(app, "smsMessages")).toMatchObject([
    { state: "failed", reason: "regionOff" },
  ]);
  vi.stubEnv("TEXT_COUNTRIES", "IN, SO");
  expect((await send()).ok).toBe(true);
  expect(await claim(await queue({ to }))).toMatchObject({ to });
});

test("[N4][N5] what cannot be sent is refused before it counts", async () => {
  const { ask, used } = await openTextShop();
  const code = async (given: Parameters<typeof ask>[0]) => {
    const asked = await ask(given);
    return asked.ok ? null : asked.code;
  };
  expect(await code({ to: "" })).toBe("phoneRequired");
  expect(await code({ to: "12" })).toBe("phoneInvalid");
  expect(await code({ to: "+53 26 123 456" })).toBe("smsCountry");
  expect(await code({ content: { body: " \n\u200b" } })).toBe(
    "messageRequired",
  );
  expect(await code({ content: { body: "ж".repeat(202) } })).toBe("smsTooLong");
  expect(await used()).toBe(0);
});

test("[N3] a text is claimed once, not after it was cancelled, and not when it is old", async () => {
  const { queue, claim, cancel, text, used } = await openTextShop();
  const once = await queue();
  expect(await claim(once)).toMatchObject({ from: PLATFORM, to: PHONE });
  expect(await claim(once)).toBeNull();
  const gone = await queue();
  await cancel(gone);
  expect(await claim(gone)).toBeNull();
  const late = await queue();
  pass(5 * 60_000 + 1);
  expect(await claim(late)).toBeNull();
  expect(await text(late)).toMatchObject({
    state: "failed",
    reason: "tooLate",
  });
  expect(await used()).toBe(1);
});

test("[N3] maintenance settles texts that a crash left behind and never sends them again", async () => {
  const { app, queue, claim, text, used } = await openTextShop();
  const sending = await queue();
  await claim(sending);
  const queued = await queue();
  pass(5 * 60_000 + 1);
  const fresh = await queue();
  await maintain(app);
  expect(await text(sending)).toMatchObject({
    ...{ state: "unknown", reason: "noAnswer" },
  });
  expect(await text(fresh)).toMatchObject({ state: "queued" });
  for (const id of [sending, queued]) expect(await claim(id)).toBeNull();
  expect(await text(queued)).toMatchObject({
    ...{ state: "failed", reason: "tooLate" },
  });
  expect(await used()).toBe(2);
});

test("[N3] texts are deleted after thirty days", async () => {
  const { app, queue } = await openTextShop();
  await queue();
  pass(29 * 24 * 3_600_000);
  await queue();
  pass(2 * 24 * 3_600_000);
  await maintain(app);
  expect(await rows(app, "smsMessages")).toHaveLength(1);
});

test("[N6] an owner's template is used, one that is too long is refused, and removing it restores ours", async () => {
  const { shop, queue, text } = await openTextShop();
  const save = async (words: string | null) =>
    await shop.owner.mutation(api.messages.sms.saveTemplate, {
      ...{ name: "readyNow", text: words },
    });
  const data = { ticket_number: "7", business_name: "A{{queue_name}}" };
  const content = { template: "readyNow", data } as const;
  expect(await save("Come, {{ticket_number}} {{queue_name}}!")).toEqual({
    ok: true,
  });
  expect((await text(await queue({ content }))).body).toBe(
    "Come, 7 {{queue_name}}!",
  );
  expect(await save("x".repeat(460))).toEqual({ ok: true });
  expect(await save("ж".repeat(202))).toMatchObject({ code: "smsTooLong" });
  await save(null);
  expect((await text(await queue({ content }))).body).toMatch(
    /^Aqueue_name: it's your turn, number 7 \({{queue_name}}\)\. /,
  );
  const { templates } = await shop.owner.query(api.messages.sms.panel, {});
  expect(templates.every(({ isDefault }) => isDefault)).toBe(true);
});

test("[N1] the panel and the list show the owner quota and texts, with numbers by their last four", async () => {
  const { app, shop } = await openTextShop();
  const { owner, queueId } = shop;
  await press(owner, api.desk.actions.addWalkIn, {
    queueId,
    name: "Al",
    phone: "07700 900456",
  });
  const [ticket] = await rows(app, "tickets");
  const ticketId = String(ticket?._id);
  const args = { ticketId, body: "Hello", requestKey: "once" };
  const sent = await owner.mutation(api.messages.sms.send, args);
  // The same request again gives the same text.
  expect(await owner.mutation(api.messages.sms.send, args)).toEqual(sent);
  expect(await owner.query(api.messages.sms.recent, {})).toEqual([
    {
      ...{ smsId: sent.ok && sent.smsId, toMasked: "•••• 0456", at: NOON },
      ...{ body: "Hello", state: "queued", reason: null },
      ...{ ticket: "#1", segments: 1 },
    },
  ]);
  expect(await owner.query(api.messages.sms.panel, {})).toMatchObject({
    ...{ allowed: true, quota: 50, used: 1, own: null },
    ...{ isCounted: true, senderReady: true, canKeepOwn: true },
  });
});

test("no text can be sent about a visit that is over", async () => {
  const { app, shop } = await openTextShop();
  const { owner, queueId } = shop;
  const phone = "07700 900456";
  await press(owner, api.desk.actions.addWalkIn, { queueId, phone });
  const ticketId = must((await rows(app, "tickets"))[0], "ticket")._id;
  await press(owner, api.desk.actions.call, { ticketId });
  await press(owner, api.desk.actions.done, { ticketId });
  const known = (await rows(app, "smsMessages")).length;
  const args = keyed({ ticketId, body: "Hello" });
  expect(await owner.mutation(api.messages.sms.send, args)).toEqual({
    ...{ ok: false, code: "customerMovedOn" },
  });
  expect(await rows(app, "smsMessages")).toHaveLength(known);
});

test("[N1] without an account nothing is sent, and the owner sees so before and after", async () => {
  const { shop, queue, claim, text, used } = await openTextShop();
  vi.stubEnv("TWILIO_AUTH_TOKEN", "");
  expect(
    await shop.owner.mutation(api.messages.sms.send, {
      ...{ to: PHONE, body: "Hello", requestKey: "k" },
    }),
  ).toEqual({ ok: false, code: "smsOff" });
  expect(await shop.owner.query(api.messages.sms.panel, {})).toMatchObject({
    senderReady: false,
  });
  const smsId = await queue();
  expect(await claim(smsId)).toBeNull();
  expect(await text(smsId)).toMatchObject({ reason: "noAccount" });
  expect(await used()).toBe(0);
});
