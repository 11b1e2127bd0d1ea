import { expect, test, vi } from "vitest";
import { canSeal, seal, unseal } from "../../../convex/base/services/sealed.ts";
import { readSealingKeys } from "../../../convex/base/rules/sealed.ts";

const key = (fill: number) => Buffer.alloc(32, fill).toString("base64");
const OLD = `1:${key(1)}`;
const NEW = `2:${key(2)}`;
const SHOP = { businessId: "shop", purpose: "twilioToken" };
const TOKEN = "canary-token-0123456789abcdef";

function withKeys(text: string) {
  vi.stubEnv("SECRETS_KEYS", text);
}

test("[U6] a sealed value opens again, reveals nothing, and is never sealed the same way twice", async () => {
  withKeys(OLD);
  const first = await seal(TOKEN, SHOP);
  const second = await seal(TOKEN, SHOP);
  expect(await unseal(first, SHOP)).toBe(TOKEN);
  expect(first.keyId).toBe("1");
  expect(first.nonce).not.toBe(second.nonce);
  expect(first.box).not.toBe(second.box);
  expect(JSON.stringify(first)).not.toContain(TOKEN);
});

test("[U6] it opens for no other business, purpose or key, and not if a bit was changed", async () => {
  withKeys(`${OLD},${NEW.replace("2:", "3:")},4:${key(1)}`);
  const sealed = await seal(TOKEN, SHOP);
  expect(await unseal(sealed, { ...SHOP, businessId: "other" })).toBeNull();
  expect(await unseal(sealed, { ...SHOP, purpose: "google" })).toBeNull();
  expect(await unseal({ ...sealed, keyId: "4" }, SHOP)).toBeNull();
  const bytes = Buffer.from(sealed.box, "base64");
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  const altered = { ...sealed, box: bytes.toString("base64") };
  expect(await unseal(altered, SHOP)).toBeNull();
  for (const box of ["", "AA==", "no base64 !"])
    expect(await unseal({ ...sealed, box }, SHOP)).toBeNull();
});

test("[U6] a new key seals, the old one still opens, and a removed key opens nothing", async () => {
  withKeys(OLD);
  const old = await seal(TOKEN, SHOP);
  withKeys(`${NEW},${OLD}`);
  const fresh = await seal(TOKEN, SHOP);
  expect(fresh.keyId).toBe("2");
  expect(await unseal(old, SHOP)).toBe(TOKEN);
  withKeys(NEW);
  expect(await unseal(fresh, SHOP)).toBe(TOKEN);
  expect(await unseal(old, SHOP)).toBeNull();
});

test("[U6] without keys nothing is sealed, and one unreadable key makes the list empty", async () => {
  withKeys("");
  expect(canSeal()).toBe(false);
  await expect(seal(TOKEN, SHOP)).rejects.toThrow("SECRETS_KEYS");
  const bad = [
    `${OLD},2:`,
    `${OLD},2:${Buffer.alloc(31).toString("base64")}`,
    `${OLD},1:${key(2)}`,
    `${OLD},no key`,
    key(1),
  ];
  for (const text of bad) expect(readSealingKeys(text)).toEqual([]);
  expect(readSealingKeys(` ${NEW} , ${OLD} `).map(({ id }) => id)).toEqual([
    "2",
    "1",
  ]);
});
