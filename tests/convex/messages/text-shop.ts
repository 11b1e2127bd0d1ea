/** A shop that can send texts, and its texts step by step. Holds no assertions. */
import { vi } from "vitest";
import { internal } from "../../../convex/_generated/api.js";
import type { Doc, Id } from "../../../convex/_generated/dataModel.js";
import { businessOf } from "../../../convex/business/data/businesses.ts";
import { cancelText, queueText } from "../../../convex/messages/data/sms.ts";
import { must } from "../../../convex/base/rules/errors.ts";
import type { Plan } from "../../../convex/base/rules/plans.ts";
import type { SentOutcome } from "../../../convex/messages/rules/sms.ts";
import { granted, openApp, rows, type App, type Shop } from "../open-app.ts";

export const PLATFORM = "+15550100000";
export const PHONE = "+447700900123";
const SID = `AC${"0".repeat(32)}`;
const TOKEN = "token-of-the-platform";
/** A busy Twilio is asked three times. */
const WAIT = { timeout: 15_000, interval: 20 };
const SITE = "https://queue.example.com";

/** The platform's account, and keys for those of shops. Undone by vi.unstubAllEnvs. */
export function stubTexts(): void {
  vi.stubEnv("TWILIO_ACCOUNT_SID", SID);
  vi.stubEnv("TWILIO_AUTH_TOKEN", TOKEN);
  vi.stubEnv("TWILIO_FROM", PLATFORM);
  vi.stubEnv("SITE_URL", SITE);
  const key = Buffer.alloc(32, 7).toString("base64");
  vi.stubEnv("SECRETS_KEYS", `1:${key}`);
}

/** An app with a shop. Scheduled functions do not run while timers are faked. */
export async function openTextShop(
  plan: Plan = "pro",
  timezone = "Europe/London",
) {
  const app = await openApp();
  const shop = await app.shop({ plan, timezone });
  return { app, shop, ...textsOf(app, shop) };
}

let phones = 0;
export function newPhone(): string {
  phones += 1;
  return `+4477009${String(phones).padStart(5, "0")}`;
}

export function textsOf(app: App, shop: Shop) {
  /** Asks for one free text, as functions do in their own transaction. */
  const ask = async (
    given: Partial<Parameters<typeof queueText>[1]> & { to?: string } = {},
  ) =>
    await app.backend.run(async (ctx) => {
      const business = await businessOf(ctx, shop);
      return await queueText(ctx, {
        ...{ business, ticketId: null, to: PHONE, content: { body: "Hello" } },
        ...{ purpose: "free", now: Date.now() },
        ...given,
      });
    });
  /** The same. Fails the test on a refusal. */
  const queue = async (given?: Parameters<typeof ask>[0]) => {
    return granted(await ask(given)).smsId;
  };
  const claim = async (smsId: Id<"smsMessages">) =>
    await app.backend.mutation(internal.messages.smsSteps.claim, { smsId });
  const settle = async (smsId: Id<"smsMessages">, outcome: SentOutcome) =>
    await app.backend.mutation(internal.messages.smsSteps.settle, {
      smsId,
      outcome,
    });
  const cancel = async (smsId: Id<"smsMessages">) =>
    await app.backend.run(async (ctx) => await cancelText(ctx, smsId));
  const text = async (smsId: Id<"smsMessages">): Promise<Doc<"smsMessages">> =>
    must(
      (await rows(app, "smsMessages")).find(({ _id }) => _id === smsId),
      "text",
    );
  const until = async (smsId: Id<"smsMessages">, state: string) =>
    await vi.waitFor(async () => {
      const row = await text(smsId);
      if (row.state !== state) throw new Error(`${row.state}, not ${state}`);
      return row;
    }, WAIT);
  /** Texts counted against this month's quota. */
  const used = async () => (await rows(app, "smsMonths"))[0]?.used ?? 0;
  return { ask, queue, claim, settle, cancel, text, until, used };
}
