/** The scenario of C5 for texts: many sends at once, room for few, against the stand-in for Twilio. */
import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import { openStandins } from "../../standins/open-standins.ts";
import type { Account } from "../../standins/twilio/accounts.ts";
import type { Text } from "../../standins/twilio/twilio-state.ts";
import { setEnvironment } from "../../engine/bench/deployment/admin.ts";
import { succeed } from "../bench/engine/product.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { STANDINS } from "../standins/options.ts";
import type { Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

type Asked = { ok: boolean; code?: string };
type Shown = { readonly state: string };
/** Twilio refuses texts to this number. */
const NOBODY = "+15005550001";

export async function openTexts(shop: Shop) {
  const standins = await openStandins(STANDINS);
  const url = `http://127.0.0.1:${standins.port}`;
  const { account } = STANDINS.twilio;
  await setEnvironment(shop.engine().url, {
    DEPLOYMENT_KIND: "test",
    SITE_URL: shop.engine().url,
    TWILIO_API_URL: url,
    TWILIO_ACCOUNT_SID: account.sid,
    TWILIO_AUTH_TOKEN: account.token,
    TWILIO_FROM: account.number,
  });
  return {
    taken: async (): Promise<number> => {
      const answer = await fetch(`${url}/_standin/twilio/messages`);
      const { messages } = (await answer.json()) as { messages: Text[] };
      return messages.length;
    },
    /** An account that a shop can use as its own. */
    own: async (): Promise<Account> => {
      const answer = await fetch(`${url}/_standin/twilio/accounts`);
      const { accounts } = (await answer.json()) as { accounts: Account[] };
      const [, own] = accounts;
      if (!own) throw new Error("No account of a shop's own.");
      return own;
    },
    close: () => standins.close(),
  };
}

let people = 0;

/** Sends this many at once, some to NOBODY, and waits until all are settled. `meanwhile` runs in the middle. */
export async function raceForTexts(
  staff: readonly SyncClient[],
  sends: number,
  meanwhile: () => Promise<void> = async () => {},
) {
  const [owner] = staff;
  if (!owner) throw new Error("No staff.");
  const used: number[] = [];
  const stop = owner.subscribe(nameOf(api.messages.sms.panel), {}, (value) => {
    used.push((value as { used: number }).used);
  });
  const sending = Array.from({ length: sends }, async (_, i) => {
    people += 1;
    const phone = `+4477009${String(people).padStart(5, "0")}`;
    return await succeed<Asked>(
      staff[i % staff.length] ?? owner,
      nameOf(api.messages.sms.send),
      {
        to: i % 17 === 16 ? NOBODY : phone,
        body: "Hello",
        requestKey: randomUUID(),
      },
    );
  });
  await Promise.race(sending);
  await meanwhile();
  const asked = await Promise.all(sending);
  await settled(owner);
  stop();
  return {
    used,
    accepted: asked.filter(({ ok }) => ok).length,
    refusals: asked.flatMap(({ code }) => code ?? []),
  };
}

async function settled(owner: SyncClient): Promise<void> {
  let shown: readonly Shown[] | undefined;
  const stop = owner.subscribe(
    nameOf(api.messages.sms.recent),
    {},
    (value) => (shown = value as Shown[]),
  );
  const isOpen = ({ state }: Shown) =>
    state === "queued" || state === "sending";
  await vi.waitFor(() => expect(shown?.filter(isOpen)).toEqual([]));
  stop();
}
