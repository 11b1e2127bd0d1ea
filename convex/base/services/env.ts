/** Reads the deployment's environment. */
import { deploymentKind, type DeploymentKind } from "../rules/deploymentKind";
import {
  planNamed,
  plans,
  soldPlans,
  type Plan,
  type SoldPlan,
} from "../rules/plans";
import { readSealingKeys, type SealingKey } from "../rules/sealed";
import { emailsOf, type EmailList } from "../rules/signUp";
import { mailSettings, type MailSettings } from "./mailSettings";
import { isLoopbackName, standInUrl } from "./standIn";

export type PaymentSettings = {
  secretKey: string;
  /** Stripe prices of each plan: the first is sold, older ones still count. */
  prices: Readonly<Record<SoldPlan, readonly string[]>>;
  /** The stand-in for Stripe; null: Stripe itself. */
  apiUrl: URL | null;
};

/** How we identify ourselves to push services (VAPID, RFC 8292). */
export type PushSettings = {
  /** base64url, as made by `web-push generate-vapid-keys`. */
  publicKey: string;
  privateKey: string;
  /** Our contact for push services: a mailto: or https: address. */
  subject: string;
  /** The stand-in for a push service; null for none. */
  standIn: URL | null;
};

/** Google redirects the browser here: a route of http.ts on our own origin. */
export const CALLBACK_PATH = "/api/google/callback";

export type GoogleSettings = {
  clientId: string;
  clientSecret: string;
  /** As registered at Google. */
  redirectUri: string;
  /** The page where owners give consent. */
  consentUrl: URL;
  /** The stand-in for Google; null: Google itself. */
  apiUrl: URL | null;
};

/** The address of the engine's metrics, and the key for them. */
export type EngineSettings = { url: URL; key: string };

export type TwilioAccount = { sid: string; token: string };

export type TextSettings = {
  /** Twilio, or its stand-in. */
  apiUrl: URL;
  /** The platform's account and sender, E.164; null: only shops with their own account can text. */
  platform: (TwilioAccount & { from: string }) | null;
  /** Countries it sends to besides the list in rules/phone, ISO alpha-2. */
  countries: readonly string[];
};

/** Null switches the service off. */
export type Environment = {
  deploymentKind: DeploymentKind;
  /** The address of the product's pages, without a slash at the end; empty if not set. */
  siteUrl: string;
  /** The public address of http.ts's routes, without a slash at the end. */
  httpUrl: string;
  payments: PaymentSettings | null;
  /** Endpoint secrets; several during a replacement. Empty: webhooks are off. */
  webhookSecrets: readonly string[];
  mail: MailSettings | null;
  push: PushSettings | null;
  google: GoogleSettings | null;
  texts: TextSettings | null;
  /** Our addresses for Twilio's calls: the pages', and the HTTP actions' if separate. We register the first. */
  callbackOrigins: readonly string[];
  /** Null: the product does not run on our engine. */
  engine: EngineSettings | null;
  /** Keys for other parties' secrets, newest first (sealed.ts). Empty: secrets cannot be stored. */
  sealingKeys: readonly SealingKey[];
  /** Turns network addresses into ids. It is the token signing key, because every deployment has one. */
  networkKey: string;
  /** The plan of every business without paying; null: plans must be paid for. */
  planWithoutPayment: Plan | null;
  sellsPlans: boolean;
  /** Who may sign up; null: anyone. */
  signUpEmails: EmailList | null;
  /** Whether the front page shows its claims of size; CLAIMS=off takes them away (product.md V6). */
  showsClaims: boolean;
  /** Accounts that may become the platform's first admin (account/data/portal). */
  adminEmails: readonly string[];
  /** Who runs this server, and what they add to /privacy and /terms; null for what is not set. */
  operator: Record<
    "name" | "address" | "email" | "privacy" | "terms",
    string | null
  >;
};

const GOOGLE_ACCOUNTS = "https://accounts.google.com";
const TWILIO = "https://api.twilio.com";

/** The environment's settings, with defaults. */
export function environment(): Environment {
  const kind = deploymentKind(process.env.DEPLOYMENT_KIND);
  const siteUrl = withoutSlash(process.env.SITE_URL);
  const sealingKeys = readSealingKeys(process.env.SECRETS_KEYS);
  const payments = siteUrl === "" ? null : paymentSettings(kind);
  const planWithoutPayment = planNamed(process.env.PLAN_WITHOUT_PAYMENT);
  return {
    deploymentKind: kind,
    siteUrl,
    httpUrl: httpUrl(process.env.CONVEX_SITE_URL ?? "", siteUrl),
    payments,
    webhookSecrets: list(process.env.STRIPE_WEBHOOK_SECRET),
    mail: mailSettings(mailVariables(), kind),
    push: pushSettings(kind, siteUrl),
    google:
      siteUrl === "" || sealingKeys.length === 0
        ? null
        : googleSettings(kind, callbackOrigins(siteUrl)[0] ?? siteUrl),
    texts: textSettings(kind),
    callbackOrigins: callbackOrigins(siteUrl),
    engine: engineSettings(),
    sealingKeys,
    networkKey: process.env.JWT_PRIVATE_KEY ?? "",
    planWithoutPayment,
    sellsPlans: payments !== null && planWithoutPayment === null,
    signUpEmails: emailsOf(process.env.SIGN_UP_EMAILS),
    showsClaims: process.env.CLAIMS !== "off",
    adminEmails: emailsOf(process.env.ADMIN_EMAILS)?.emails ?? [],
    operator: {
      name: given(process.env.OPERATOR_NAME),
      address: given(process.env.OPERATOR_ADDRESS),
      email: given(process.env.OPERATOR_EMAIL),
      privacy: given(process.env.OPERATOR_PRIVACY),
      terms: given(process.env.OPERATOR_TERMS),
    },
  };
}

/** The pages' address serves the routes too, unless the host names another one that is reachable from elsewhere. */
function httpUrl(given: string, siteUrl: string): string {
  const url = URL.parse(given);
  return url === null || isLoopbackName(url.hostname) ? siteUrl : url.origin;
}

function paymentSettings(kind: DeploymentKind): PaymentSettings | null {
  const secretKey = process.env.STRIPE_SECRET_KEY ?? "";
  const prices = soldPrices();
  const isComplete =
    secretKey !== "" && Object.values(prices).every((ids) => ids.length > 0);
  if (!isComplete) return null;
  const given = process.env.STRIPE_API_URL ?? "";
  if (given === "") return { secretKey, prices, apiUrl: null };
  const apiUrl = standInUrl(given, kind);
  return apiUrl === null ? null : { secretKey, prices, apiUrl };
}

function soldPrices(): PaymentSettings["prices"] {
  const entries = soldPlans.map((plan) => {
    const name = plans[plan].priceVariable ?? "";
    return [plan, list(process.env[name])] as const;
  });
  return Object.fromEntries(entries) as Record<SoldPlan, string[]>;
}

function mailVariables() {
  return {
    from: process.env.MAIL_FROM ?? "",
    smtpUrl: process.env.SMTP_URL ?? "",
    apiKey: process.env.MAIL_API_KEY ?? "",
    apiUrl: process.env.MAIL_API_URL ?? "",
  };
}

function pushSettings(
  kind: DeploymentKind,
  siteUrl: string,
): PushSettings | null {
  const publicKey = process.env.VAPID_PUBLIC_KEY ?? "";
  const privateKey = process.env.VAPID_PRIVATE_KEY ?? "";
  if (publicKey === "" || privateKey === "") return null;
  const given = process.env.VAPID_SUBJECT ?? "";
  const ours = siteUrl.startsWith("https:") ? siteUrl : "mailto:push@localhost";
  const subject = given === "" ? ours : given;
  const standIn = standInUrl(process.env.PUSH_API_URL ?? "", kind);
  return { publicKey, privateKey, subject, standIn };
}

function googleSettings(
  kind: DeploymentKind,
  origin: string,
): GoogleSettings | null {
  const clientId = process.env.GOOGLE_CLIENT_ID ?? "";
  const clientSecret = process.env.GOOGLE_CLIENT_SECRET ?? "";
  if (clientId === "" || clientSecret === "") return null;
  const redirectUri = `${origin}${CALLBACK_PATH}`;
  const given = process.env.GOOGLE_API_URL ?? "";
  const apiUrl = given === "" ? null : standInUrl(given, kind);
  if (given !== "" && apiUrl === null) return null;
  const consentUrl = new URL("/o/oauth2/v2/auth", apiUrl ?? GOOGLE_ACCOUNTS);
  return { clientId, clientSecret, redirectUri, consentUrl, apiUrl };
}

function textSettings(kind: DeploymentKind): TextSettings | null {
  const given = process.env.TWILIO_API_URL ?? "";
  const apiUrl = given === "" ? new URL(TWILIO) : standInUrl(given, kind);
  if (apiUrl === null) return null;
  const sid = process.env.TWILIO_ACCOUNT_SID ?? "";
  const token = process.env.TWILIO_AUTH_TOKEN ?? "";
  const from = process.env.TWILIO_FROM ?? "";
  const isComplete = sid !== "" && token !== "" && from !== "";
  const countries = list(process.env.TEXT_COUNTRIES);
  const platform = isComplete ? { sid, token, from } : null;
  return { apiUrl, platform, countries };
}

function engineSettings(): EngineSettings | null {
  const url = URL.parse(process.env.ENGINE_URL ?? "");
  const key = process.env.ENGINE_METRICS_KEY ?? "";
  return url === null || key === "" ? null : { url, key };
}

/** Convex has an address for HTTP actions; on our engine the pages' address serves them. */
function callbackOrigins(siteUrl: string): string[] {
  const actions = withoutSlash(process.env.CONVEX_SITE_URL);
  const origins = actions.startsWith("https:")
    ? [actions, siteUrl]
    : [siteUrl, actions];
  return origins.filter((origin) => origin !== "");
}

function withoutSlash(url: string | undefined): string {
  return (url ?? "").replace(/(?<!\/)\/+$/, "");
}

function given(text: string | undefined): string | null {
  return (text ?? "").trim() || null;
}

function list(text: string | undefined): string[] {
  const parts = (text ?? "").split(",").map((part) => part.trim());
  return parts.filter((part) => part !== "");
}
