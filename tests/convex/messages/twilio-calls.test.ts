/** Calls that claim to be Twilio's: which are trusted, and what the others get. */
import twilioWebhooks from "twilio/lib/webhooks/webhooks.js";
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { isSignedByTwilio } from "../../../convex/messages/services/twilioSignature.ts";
import { signatureOf } from "../../../standins/twilio/accounts.ts";
import {
  TWILIO_NUMBER,
  TWILIO_SID,
  TWILIO_TOKEN,
} from "../../standins/twilio-account.ts";
import { rows, type App, type Shop } from "../open-app.ts";
import { newPhone, textsOf } from "./text-shop.ts";
import { onWire, type Wire } from "./text-wire.ts";

let wire: Wire;
let app: App;
let shop: Shop;
let texts: ReturnType<typeof textsOf>;
let until: (typeof texts)["until"];

onWire((opened) => {
  ({ wire, app, shop, texts } = opened);
  ({ until } = texts);
});

test("calls without a valid Twilio signature get 403 and write nothing", async () => {
  await wire.switch({ outcome: "none" });
  const smsId = await texts.queue({ to: newPhone() });
  const { sid } = await until(smsId, "sent");
  const path = `/api/twilio/status?m=${smsId}`;
  const url = `${wire.site}${path}`;
  const fields = {
    ...{ AccountSid: TWILIO_SID, MessageSid: String(sid) },
    ...{ MessageStatus: "failed", To: "+1", From: TWILIO_NUMBER },
  };
  const good = signatureOf(url, fields, TWILIO_TOKEN);
  // Twilio's own library accepts the signature.
  const { validateRequest } = twilioWebhooks;
  expect(validateRequest(TWILIO_TOKEN, good, url, fields)).toBe(true);
  const call = async ({
    signature = good,
    body = new URLSearchParams(fields).toString(),
    type = "application/x-www-form-urlencoded",
    at = path,
    headers = {},
  }: {
    signature?: string | null;
    body?: string;
    type?: string;
    at?: string;
    headers?: Record<string, string>;
  } = {}) => {
    const answer = await app.backend.fetch(at, {
      method: "POST",
      headers: {
        "Content-Type": type,
        ...(signature !== null && { "X-Twilio-Signature": signature }),
        ...headers,
      },
      body,
    });
    return answer.status;
  };
  const more = { ...fields, ErrorCode: "30007" };
  const withMore = new URLSearchParams(more).toString();
  const signed = (address: string, of: object = fields, token = TWILIO_TOKEN) =>
    signatureOf(address, of as Record<string, string>, token);
  const proxied = {
    ...{ Host: "evil.example", "X-Forwarded-Host": "evil.example" },
    "X-Forwarded-Proto": "https",
  };
  const before = JSON.stringify(await rows(app, "smsMessages"));
  const forged = {
    missing: { signature: null },
    empty: { signature: "" },
    nonsense: { signature: "not base64 !" },
    short: { signature: good.slice(0, 8) },
    "another token": { signature: signed(url, fields, "other") },
    "an empty token": { signature: signed(url, fields, " ") },
    "another scheme": { signature: signed(url.replace("http:", "https:")) },
    "another host": {
      signature: signed(`https://evil.example${path}`),
      headers: proxied,
    },
    "another query": { at: "/api/twilio/status?m=other" },
    "one field more": { body: withMore },
    "one field less": { body: withMore.replace(/&To=[^&]*/, "") },
    JSON: { type: "application/json", body: JSON.stringify(fields) },
    "JSON under a form's name": { body: JSON.stringify(fields) },
    bodySHA256: {
      at: `${path}&bodySHA256=00`,
      type: "application/json",
      signature: signed(`${url}&bodySHA256=00`, {}),
      body: JSON.stringify(fields),
    },
    "a form under another name": { type: "text/plain" },
    "too large": { body: `${withMore}&x=${"x".repeat(20_000)}` },
    "an account that nobody has": {
      body: new URLSearchParams({ ...fields, AccountSid: "AC9" }).toString(),
      signature: signed(url, { ...fields, AccountSid: "AC9" }),
    },
  };
  for (const [name, how] of Object.entries(forged))
    expect(await call(how), name).toBe(403);
  for (const route of ["/api/twilio/inbound", "/api/twilio/status"])
    expect(await call({ at: route }), route).toBe(403);
  expect(JSON.stringify(await rows(app, "smsMessages"))).toBe(before);
  expect(await rows(app, "smsInbound")).toEqual([]);
  // A forwarded host changes nothing, in either direction.
  expect(await call({ headers: proxied })).toBe(200);
  expect(await texts.text(smsId)).toMatchObject({ state: "failed" });
});

test("an empty token verifies no signature", async () => {
  const url = "https://shop.example/api/twilio/inbound";
  const form = new URLSearchParams({ AccountSid: "AC1", Body: "STOP" });
  const fields = Object.fromEntries(form);
  const isBelieved = async (signedWith: string, token: string) =>
    await isSignedByTwilio(
      [url],
      form,
      signatureOf(url, fields, signedWith),
      token,
    );
  expect(await isBelieved("", "")).toBe(false);
  expect(await isBelieved("other", "")).toBe(false);
  expect(await isBelieved("right", "right")).toBe(true);
});

test("a status call for an unknown text or with another text's id gets 200 and writes nothing", async () => {
  await wire.switch({ outcome: "none" });
  const one = await until(await texts.queue({ to: newPhone() }), "sent");
  const other = await until(await texts.queue({ to: newPhone() }), "sent");
  const before = JSON.stringify(await rows(app, "smsMessages"));
  const tell = async (m: string, sid: string, status = "failed") => {
    const url = `${wire.site}/api/twilio/status?m=${m}`;
    const fields = {
      ...{ AccountSid: TWILIO_SID, MessageSid: sid, MessageStatus: status },
    };
    const answer = await app.backend.fetch(`/api/twilio/status?m=${m}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Twilio-Signature": signatureOf(url, fields, TWILIO_TOKEN),
      },
      body: new URLSearchParams(fields).toString(),
    });
    expect(answer.status).toBe(200);
  };
  await tell("nothing", String(one.sid));
  await tell(shop.businessId, String(one.sid));
  await tell(one._id, String(other.sid));
  await tell(one._id, String(one.sid), "queued");
  await tell(one._id, String(one.sid), "__proto__");
  expect(JSON.stringify(await rows(app, "smsMessages"))).toBe(before);
});

test("another shop's account cannot report on this shop's texts, nor the platform's on a shop's", async () => {
  const own = await wire.own();
  const other = await app.shop({ plan: "pro" });
  const credentials = { sid: own.sid, token: own.token, from: own.number };
  await other.owner.action(api.messages.sms.saveCredentials, credentials);
  await wire.switch({ outcome: "none" });
  const ours = await until(await texts.queue({ to: newPhone() }), "sent");
  const theirs = textsOf(app, other);
  const theirText = await theirs.queue({ to: newPhone() });
  await theirs.until(theirText, "sent");
  const tell = async (m: string, sid: string | null, as: typeof own) => {
    const path = `/api/twilio/status?m=${m}`;
    const fields = {
      ...{ AccountSid: as.sid, MessageSid: String(sid) },
      MessageStatus: "failed",
    };
    await app.backend.fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Twilio-Signature": signatureOf(wire.site + path, fields, as.token),
      },
      body: new URLSearchParams(fields).toString(),
    });
  };
  const platform = {
    ...{ sid: TWILIO_SID, token: TWILIO_TOKEN, number: TWILIO_NUMBER },
  };
  const { sid: theirSid } = await theirs.text(theirText);
  await tell(ours._id, ours.sid, own);
  await tell(theirText, theirSid, platform);
  expect(await texts.text(ours._id)).toMatchObject({ state: "sent" });
  expect(await theirs.text(theirText)).toMatchObject({ state: "sent" });
  await tell(theirText, theirSid, own);
  expect(await theirs.text(theirText)).toMatchObject({ state: "failed" });
});

test("a call from a shop's own account signed with another token gets 403 and writes nothing", async () => {
  const own = await wire.own();
  const credentials = { sid: own.sid, token: own.token, from: own.number };
  await shop.owner.action(api.messages.sms.saveCredentials, credentials);
  const path = "/api/twilio/inbound";
  const fields = {
    ...{ AccountSid: own.sid, MessageSid: "SM1", Body: "STOP" },
    ...{ From: newPhone(), To: own.number },
  };
  const call = async (token: string) => {
    const answer = await app.backend.fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Twilio-Signature": signatureOf(wire.site + path, fields, token),
      },
      body: new URLSearchParams(fields).toString(),
    });
    return answer.status;
  };
  for (const token of ["other", TWILIO_TOKEN])
    expect(await call(token)).toBe(403);
  expect(await rows(app, "smsOptOuts")).toEqual([]);
  expect(await rows(app, "smsInbound")).toEqual([]);
  expect(await call(own.token)).toBe(200);
  expect(await rows(app, "smsOptOuts")).toHaveLength(1);
});

test("[N7] a shop's own account cannot speak for another sender, nor beyond its rate limit", async () => {
  const own = await wire.own();
  const credentials = { sid: own.sid, token: own.token, from: own.number };
  await shop.owner.action(api.messages.sms.saveCredentials, credentials);
  const path = "/api/twilio/inbound";
  const write = async (sender: string, body: string, sid: string) => {
    const fields = {
      ...{ AccountSid: own.sid, MessageSid: sid, Body: body },
      ...{ From: "+447700900199", To: sender },
    };
    const answer = await app.backend.fetch(path, {
      method: "POST",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "X-Twilio-Signature": signatureOf(wire.site + path, fields, own.token),
      },
      body: new URLSearchParams(fields).toString(),
    });
    expect(answer.status).toBe(200);
  };
  await write(TWILIO_NUMBER, "STOP", "SM1");
  expect(await rows(app, "smsOptOuts")).toEqual([]);
  expect(await rows(app, "smsInbound")).toEqual([]);
  await write(own.number, "STOP", "SM2");
  expect(await rows(app, "smsOptOuts")).toHaveLength(1);
  await write(TWILIO_NUMBER, "START", "SM3");
  expect(await rows(app, "smsOptOuts")).toHaveLength(1);
  await app.backend.run(async (ctx) => {
    const key = `replies:${shop.businessId}`;
    const [bucket] = (await ctx.db.query("rateLimits").collect()).filter(
      (row) => row.key === key,
    );
    if (bucket) await ctx.db.patch(bucket._id, { tokens: 0, at: Date.now() });
  });
  await write(own.number, "START", "SM4");
  expect(await rows(app, "smsInbound")).toHaveLength(1);
});
