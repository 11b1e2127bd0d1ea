/** A fresh shop for each test of its tablets. */
import { beforeEach, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { allowSessions, holderOf, submit } from "../account/signing-in.ts";
import {
  openApp,
  rows,
  type App,
  type Caller,
  type Shop,
  granted,
} from "../open-app.ts";

const { add, list, setPin } = api.team.tablets;

export let app: App;
export let shop: Shop;

beforeEach(async () => {
  await allowSessions();
  vi.stubEnv("SITE_URL", "https://yourturn.example");
  app = await openApp();
  shop = await app.shop();
});

export async function codeOf(name = "Front desk", by: Caller = shop.owner) {
  const answer = granted(await by.action(add, { name }));
  return answer.code;
}

export const pairs = async (code: string) =>
  holderOf(app, await submit(app, { flow: "tablet", code }));

/** Somebody with a PIN. */
export async function somebody(name: string, pin = "1234") {
  const one = await app.member(shop, "staff", { name });
  await one.caller.mutation(setPin, { personId: one.userId, pin });
  return one;
}

export const actions = async () =>
  (await rows(app, "auditEvents"))
    .filter(({ action }) => /^tablet|PinSet$/.test(action))
    .map(({ action, actor, subject }) => [action, actor.kind, subject]);

export const personOn = async () =>
  (await shop.owner.query(list, {})).tablets.map(({ person }) => person);
