/** A17: a shop's Twilio account is in no file, answer, export or output. A15: a refused token reveals nothing. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setEnvironment } from "../../engine/bench/deployment/admin.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { openShop, type Shop } from "./shop.ts";
import { openTexts, raceForTexts } from "./text-race.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

let shop: Shop;
let owner: SyncClient;
let twilio: Awaited<ReturnType<typeof openTexts>>;
beforeAll(async () => {
  shop = await openShop();
  await shop.setPlan("pro");
  twilio = await openTexts(shop);
  const key = Buffer.alloc(32, 7).toString("base64");
  await setEnvironment(shop.engine().url, { SECRETS_KEYS: `1:${key}` });
  owner = await shop.staff();
});
afterAll(async () => {
  await twilio.close();
  await shop.close();
});
const save = async (credentials: object) =>
  await owner.action(nameOf(api.messages.sms.saveCredentials), credentials);

test("A15: an invalid token is refused at an owner's and an admin's route and reveals nothing", async () => {
  const { sitePort } = shop.engine();
  const parts = ['{"alg":"none"}', '{"iss":"http://evil.example"}', "x"];
  const forged = parts.map((part) => btoa(part)).join(".");
  for (const token of ["x", "a.b.c", forged, `${shop.token}0`]) {
    const ask = (path: string, fields: object) =>
      fetch(`http://127.0.0.1:${sitePort}${path}`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
        },
        body: JSON.stringify(fields),
      });
    const text = { to: "+447700900123", message: "x" };
    const sent = await ask("/api/send-sms", text);
    expect(sent.status).toBe(401);
    expect(await sent.json()).toEqual({ error: "Please log in to continue" });
    const gone = await ask("/api/admin/users/delete", { userId: "x" });
    expect(gone.status).toBe(401);
    expect(await gone.json()).toEqual({
      success: false,
      error:
        "You must be logged in as an admin to create, update or delete a business.",
    });
  }
});

test("A17: a shop's Twilio account is in no answer, output or file", async () => {
  const { sid, token, number: from } = await twilio.own();
  const wrong = await save({ sid, token: `${token}x`, from });
  const saved = await save({ sid, token, from });
  expect(saved).toMatchObject({ ok: true, value: { ok: true } });
  const race = await raceForTexts([owner], 3);
  expect(race).toMatchObject({ accepted: 3, refusals: [] });
  expect(race.used.at(-1)).toBe(0);
  const seen = JSON.stringify([
    ...[wrong, saved],
    await owner.once(nameOf(api.messages.sms.panel), {}),
    await owner.once(nameOf(api.messages.sms.recent), {}),
  ]);
  const { output } = await shop.engine().stop();
  const secrets = [sid, token];
  for (const secret of secrets) {
    expect(seen).not.toContain(secret);
    expect(output).not.toContain(secret);
  }
  const names = readdirSync(shop.data, { recursive: true }) as string[];
  const files = names.filter((name) =>
    statSync(join(shop.data, name)).isFile(),
  );
  expect(files).toContain("engine.db");
  for (const name of files) {
    const bytes = readFileSync(join(shop.data, name));
    // Proof that existing text is found: the sender is not secret.
    if (name === "engine.db") expect(bytes.includes(from)).toBe(true);
    for (const secret of secrets)
      expect(bytes.includes(secret), name).toBe(false);
  }
});
