/**
 * The stand-in for Twilio: what it accepts, what it reports later, and its switches. The shop's endpoint here checks
 * signatures with Twilio's own library.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { validateRequest } from "twilio/lib/webhooks/webhooks.js";
import { openStandins, type Standins } from "../../standins/open-standins.ts";
import { STANDINS } from "./options.ts";
import {
  TWILIO_NUMBER,
  TWILIO_SID,
  TWILIO_TOKEN,
  twilioAt,
} from "./twilio-account.ts";

const PHONE = "+447700900123";

/** Calls to a shop's two webhooks, in order, with whether the signature was good. */
const calls: { path: string; fields: Record<string, string>; good: boolean }[] =
  [];
let waiting = () => {};
const endpoint = createServer((request, response) => {
  void text(request).then((body) => {
    const fields = Object.fromEntries(new URLSearchParams(body));
    const path = String(request.url);
    const signature = String(request.headers["x-twilio-signature"]);
    const good = validateRequest(TWILIO_TOKEN, signature, site + path, fields);
    calls.push({ path, fields, good });
    response.end(
      path === "/inbound"
        ? "<Response><Message>Thanks &amp; bye</Message></Response>"
        : "",
    );
    waiting();
  });
});
/** Waits until this many calls have come. */
const came = (count: number) =>
  new Promise<void>((resolve) => {
    waiting = () => {
      if (calls.length >= count) resolve();
    };
    waiting();
  });

let site: string;
let standins: Standins;
beforeAll(async () => {
  await new Promise<void>((up) => endpoint.listen(0, "127.0.0.1", up));
  site = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`;
  const twilio = twilioAt(`${site}/inbound`);
  standins = await openStandins({ ...STANDINS, twilio });
});
afterAll(async () => {
  await standins.close();
  endpoint.closeAllConnections();
  await new Promise((down) => endpoint.close(down));
});
afterEach(async () => {
  await turn({ reset: true });
  calls.length = 0;
});

const turn = async (switches: object): Promise<number> =>
  (await ask("settings", switches)).status;

async function ask(path: string, body?: object) {
  const url = `${standins.origin}/_standin/twilio/${path}`;
  return await fetch(url, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
}

async function send(
  changes: Record<string, string> = {},
  login = `${TWILIO_SID}:${TWILIO_TOKEN}`,
): Promise<{ status: number; code?: number; sid?: string }> {
  const url = `${standins.origin}/2010-04-01/Accounts/${TWILIO_SID}/Messages.json`;
  const fields = {
    ...{ From: TWILIO_NUMBER, To: PHONE, Body: "Hello" },
    StatusCallback: `${site}/status?m=1`,
    ...changes,
  };
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(login)}` },
    body: new URLSearchParams(fields),
  });
  const answer = (await response.json()) as { code?: number; sid?: string };
  return { ...answer, status: response.status };
}

const outbox = async () => {
  const answer = await ask("messages");
  const { messages } = (await answer.json()) as {
    messages: { to: string; way: string; body: string; status: string }[];
  };
  return messages;
};
const told = () => calls.map(({ fields }) => fields["MessageStatus"]);

test.each([
  ["a wrong token", {}, `${TWILIO_SID}:no`, 401, 20003],
  ["another account", {}, `AC2:${TWILIO_TOKEN}`, 401, 20003],
  ["a number that is none", { To: "07700" }, undefined, 400, 21211],
  ["a sender that is not ours", { From: "+1555" }, undefined, 400, 21606],
  ["no words", { Body: "" }, undefined, 400, 21602],
  ["a landline", { To: "+15005550009" }, undefined, 400, 21614],
])("a text: with %s is refused", async (_, changes, login, status, code) => {
  const before = (await outbox()).length;
  expect(await send(changes, login)).toMatchObject({ status, code });
  expect(await outbox()).toHaveLength(before);
});

describe("a switch", () => {
  test.each([
    ["busy", 429, 0],
    ["error", 503, 0],
    ["lost", 503, 1],
  ])("%s answers %d and accepts %d", async (answer, status, taken) => {
    const before = (await outbox()).length;
    expect(await turn({ answer, outcome: "none" })).toBe(200);
    expect((await send()).status).toBe(status);
    expect((await outbox()).length - before).toBe(taken);
  });

  test("delays answers", async () => {
    await turn({ answerDelayMs: 80, outcome: "none" });
    const begun = performance.now();
    await send();
    expect(performance.now() - begun).toBeGreaterThan(75);
  });

  test("reports each status twice, newest first, and the reason for a failure", async () => {
    await turn({ callbackDelayMs: 0, duplicate: true, reorder: true });
    await send();
    await came(4);
    expect(told()).toEqual(["delivered", "delivered", "sent", "sent"]);
    calls.length = 0;
    await turn({
      ...{ reset: true, callbackDelayMs: 0, outcome: "failed" },
      errorCode: 30006,
    });
    await send();
    await came(1);
    expect(calls[0]?.fields).toMatchObject({
      MessageStatus: "failed",
      ErrorCode: "30006",
    });
  });

  test("that is unknown or invalid is refused", async () => {
    for (const bad of [
      ...[{ answer: "maybe" }, { answerDelayMs: -1 }, { unknown: 1 }],
      ...[{ duplicate: "yes" }, { outcome: "lost" }, { reset: 1 }],
    ])
      expect(await turn(bad)).toBe(400);
  });
});
