/** Stand-ins with two plans, a shop's endpoint that receives their events, and the real SDK to call them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Stripe from "stripe";
import { openStandins } from "../../standins/open-standins.ts";
import { STANDINS } from "./options.ts";
import { openEndpoint, type ShopEndpoint } from "./endpoint.ts";
import { twilioAt } from "./twilio-account.ts";

export const SECRET = "whsec_test";
export const STARTER = "price_starter";
export const PRO = "price_pro";
export const PAYS = "4242 4242 4242 4242";
export const DECLINED = "4000 0000 0000 0002";
export const FAILS_LATER = "4000 0000 0000 0341";
export const ASKS_LATER = "4000 0027 6000 3184";
export const NEW_YEAR = Date.UTC(2026, 0, 1, 12);

export type Shop = {
  readonly stripe: Stripe;
  readonly origin: string;
  /** The mail server's port. Null for shops without `smtp`. */
  readonly smtpPort: number | null;
  readonly endpoint: ShopEndpoint;
  /** Moves the clock forward. It starts at NEW_YEAR and does not run. Only for shops with `standsStill`. */
  readonly wait: (seconds: number) => void;
  /** Stops the stand-ins and restarts them on the same state. */
  readonly restart: () => Promise<Shop>;
  readonly close: () => Promise<void>;
};

type Options = {
  readonly webhookSecrets?: readonly string[];
  readonly standsStill?: boolean;
  /** Also opens a mail server. */
  readonly smtp?: boolean;
  /** Where customers' texts are delivered. */
  readonly inbound?: string;
  /** The address to listen on. This machine alone when missing. */
  readonly host?: string;
};

export async function openShop(options: Options = {}): Promise<Shop> {
  const data = mkdtempSync(join(tmpdir(), "yourturn-standins-"));
  const endpoint = await openEndpoint(SECRET);
  return start(data, endpoint, options);
}

async function start(
  data: string,
  endpoint: ShopEndpoint,
  options: Options,
): Promise<Shop> {
  let now = NEW_YEAR;
  const standins = await openStandins({
    ...STANDINS,
    host: options.host ?? "127.0.0.1",
    data,
    seed: "a seed",
    webhook: { url: endpoint.url, secrets: options.webhookSecrets ?? [SECRET] },
    twilio: twilioAt(options.inbound),
    smtpPort: options.smtp === true ? 0 : null,
    prices: [
      { id: STARTER, name: "Starter", unitAmount: 1900, currency: "usd" },
      { id: PRO, name: "Pro", unitAmount: 2900, currency: "usd" },
    ],
    ...(options.standsStill === true && { clock: () => now }),
  });
  const { origin, port, smtpPort } = standins;
  return {
    origin,
    smtpPort,
    endpoint,
    stripe: sdk(port, "sk_test_standin"),
    wait: (seconds) => {
      now += seconds * 1000;
    },
    restart: async () => {
      await standins.close();
      return start(data, endpoint, options);
    },
    close: async () => {
      await standins.close();
      await endpoint.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The product's SDK, on a loopback port. Does not retry, because tests check the first answer. */
export const sdk = (port: number, key: string): Stripe =>
  new Stripe(key, {
    host: "127.0.0.1",
    port,
    protocol: "http",
    maxNetworkRetries: 0,
  });
