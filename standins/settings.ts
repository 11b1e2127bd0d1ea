/** Command line and environment of the stand-ins, parsed once. Secrets come only from the environment. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { GoogleClient } from "./google/google-state.ts";
import type { SeededPrice } from "./stripe/catalog-seed.ts";
import type { Endpoint } from "./stripe/webhooks/deliverer.ts";
import type { Account } from "./twilio/accounts.ts";

export type Settings = {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Our address for browsers; null is `http://localhost:<port>`. */
  readonly origin: string | null;
  readonly data: string | null;
  readonly stripeKey: string;
  readonly webhook: Endpoint;
  readonly mailKey: string;
  /** Port of the mail server, for user `standin` with the mail key as password; null: none. */
  readonly smtpPort: number | null;
  readonly twilio: {
    readonly account: Account;
    readonly inbound: string;
  };
  readonly google: GoogleClient;
  readonly prices: readonly SeededPrice[];
  readonly trustNetwork: boolean;
};

const USAGE =
  "Usage: standins --webhook-url URL --twilio-inbound URL --twilio-number +15550100001 [--port 3003] [--host 127.0.0.1] [--data DIR] [--origin URL] [--price ID=NAME:AMOUNT:CURRENCY]… [--smtp-port 2525] [--trust-network]\n" +
  "Environment: STRIPE_SECRET_KEY=sk_test_…, STRIPE_WEBHOOK_SECRET=whsec_…[,whsec_…], MAIL_API_KEY, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, TWILIO_ACCOUNT_SID=AC…, TWILIO_AUTH_TOKEN; STANDIN_ORIGIN for --origin.";

const DEFAULT_PORT = 3003;

/** @param args without node and script. @throws Error naming everything that is missing or wrong */
export function parseSettings(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const given = read(args);
  const problems: string[] = [];
  const need = (value: string | undefined, test: RegExp, what: string) => {
    if (value !== undefined && test.test(value)) return value;
    problems.push(what);
    return "";
  };
  const origin = given.origin ?? environment["STANDIN_ORIGIN"];
  const settings: Settings = {
    host: given.host ?? "127.0.0.1",
    port: Number(
      need(given.port ?? String(DEFAULT_PORT), PORT, "--port: a port number"),
    ),
    origin:
      origin === undefined
        ? null
        : need(origin, ORIGIN, "--origin: like http://192.168.1.7:3003"),
    data: given.data === undefined ? null : resolve(given.data),
    stripeKey: need(
      environment["STRIPE_SECRET_KEY"],
      /^sk_test_\w+$/,
      "STRIPE_SECRET_KEY: sk_test_…",
    ),
    webhook: {
      url: need(given["webhook-url"], URL_LIKE, "--webhook-url: an address"),
      secrets: need(
        environment["STRIPE_WEBHOOK_SECRET"],
        /^whsec_\w+(,whsec_\w+)*$/,
        "STRIPE_WEBHOOK_SECRET: whsec_…",
      ).split(","),
    },
    mailKey: need(environment["MAIL_API_KEY"], /^\S+$/, "MAIL_API_KEY"),
    twilio: {
      account: {
        sid: need(
          environment["TWILIO_ACCOUNT_SID"],
          /^AC\w+$/,
          "TWILIO_ACCOUNT_SID: AC…",
        ),
        token: need(
          environment["TWILIO_AUTH_TOKEN"],
          /^\S+$/,
          "TWILIO_AUTH_TOKEN",
        ),
        number: need(
          given["twilio-number"],
          /^\+\d{7,15}$/,
          "--twilio-number: like +15550100001",
        ),
      },
      inbound: need(
        given["twilio-inbound"],
        URL_LIKE,
        "--twilio-inbound: an address",
      ),
    },
    smtpPort:
      given["smtp-port"] === undefined
        ? null
        : Number(need(given["smtp-port"], PORT, "--smtp-port: a port number")),
    google: {
      id: need(environment["GOOGLE_CLIENT_ID"], /^\S+$/, "GOOGLE_CLIENT_ID"),
      secret: need(
        environment["GOOGLE_CLIENT_SECRET"],
        /^\S+$/,
        "GOOGLE_CLIENT_SECRET",
      ),
    },
    prices: (given.price ?? []).flatMap((text) => {
      const price = readPrice(text);
      if (price === null)
        problems.push(`--price: like price_basic=Basic:900:usd, not ${text}`);
      return price ?? [];
    }),
    trustNetwork: given["trust-network"] === true,
  };
  if (problems.length === 0) return settings;
  throw new Error(`Missing or wrong: ${problems.join("; ")}\n${USAGE}`);
}

const PORT =
  /^(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;
const ORIGIN = /^https?:\/\/[^\s/]+$/;
const URL_LIKE = /^https?:\/\/[^\s/]+(?:\/\S*)?$/;

function read(args: readonly string[]) {
  const text = { type: "string" } as const;
  return parseArgs({
    args: [...args],
    options: {
      host: text,
      port: text,
      origin: text,
      data: text,
      "webhook-url": text,
      "smtp-port": text,
      "twilio-inbound": text,
      "twilio-number": text,
      price: { type: "string", multiple: true },
      "trust-network": { type: "boolean" },
    },
  }).values;
}

function readPrice(text: string): SeededPrice | null {
  const [, id, name, amount, currency] =
    /^(price_\w+)=([^:]+):(\d+):([a-z]{3})$/.exec(text) ?? [];
  if (!id || !name || !amount || !currency) return null;
  return { id, name, unitAmount: Number(amount), currency };
}
