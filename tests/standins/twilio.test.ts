/**
 * The stand-in for Twilio: what it refuses, and its switches. How it sends, reports and fails is in
 * tests/convex/messages/sending.test.ts.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openStandins, type Standins } from "../../standins/open-standins.ts";
import { STANDINS } from "./options.ts";
import {
  TWILIO_NUMBER,
  TWILIO_SID,
  TWILIO_TOKEN,
  twilioAt,
} from "./twilio-account.ts";

const PHONE = "+447700900123";

let standins: Standins;
beforeAll(async () => {
  standins = await openStandins({ ...STANDINS, twilio: twilioAt() });
});
afterAll(() => standins.close());
afterEach(async () => {
  await turn({ reset: true });
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
): Promise<{ status: number; code?: number }> {
  const url = `${standins.origin}/2010-04-01/Accounts/${TWILIO_SID}/Messages.json`;
  const fields = {
    ...{ From: TWILIO_NUMBER, To: PHONE, Body: "Hello" },
    StatusCallback: "http://shop.test/status?m=1",
    ...changes,
  };
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(login)}` },
    body: new URLSearchParams(fields),
  });
  const answer = (await response.json()) as { code?: number };
  return { ...answer, status: response.status };
}

const outbox = async () => {
  const answer = await ask("messages");
  const { messages } = (await answer.json()) as { messages: object[] };
  return messages;
};

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
  test("delays answers", async () => {
    await turn({ answerDelayMs: 80, outcome: "none" });
    const begun = performance.now();
    await send();
    expect(performance.now() - begun).toBeGreaterThan(75);
  });

  test("that is unknown or invalid is refused", async () => {
    for (const bad of [
      ...[{ answer: "maybe" }, { answerDelayMs: -1 }, { unknown: 1 }],
      ...[{ duplicate: "yes" }, { outcome: "lost" }, { reset: 1 }],
    ])
      expect(await turn(bad)).toBe(400);
  });
});
