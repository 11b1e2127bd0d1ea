/** The stand-ins for outbox tests (mail, Twilio, push, Google) and what they received. */
import { openStandins } from "../../standins/open-standins.ts";
import type { CalendarEvent } from "../../standins/google/google-state.ts";
import type { Message } from "../../standins/mail/message.ts";
import type { Push } from "../../standins/push/push-state.ts";
import type { Text } from "../../standins/twilio/twilio-state.ts";
import webPush from "web-push";
import {
  runAsAdmin,
  setEnvironment,
} from "../../engine/bench/deployment/admin.ts";
import { STANDINS } from "../standins/options.ts";
import type { Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api, internal } from "../../convex/_generated/api.js";

const ACCOUNT = "owner@gmail.example";
/** Every answer except the mail server's is delayed this long, so that a kill falls between a request and its answer. */
const DELAY_MS = 120;
export type Arrived = {
  readonly mails: readonly Message[];
  readonly texts: readonly Text[];
  readonly pushes: readonly Push[];
  readonly events: readonly CalendarEvent[];
};
export type Outside = Awaited<ReturnType<typeof openOutside>>;

/** Starts all stand-ins, configured for the shop's deployment, with the owner's Google calendar connected. */
export async function openOutside(shop: Shop) {
  const standins = await openStandins({
    ...STANDINS,
    smtpPort: 0,
    // Status reports of texts find no server while it is killed.
    logError: () => undefined,
  });
  const { origin, smtpPort } = standins;
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${origin}/_standin/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const { account } = STANDINS.twilio;
  await setEnvironment(shop.engine().url, {
    DEPLOYMENT_KIND: "test",
    SITE_URL: shop.engine().url,
    SECRETS_KEYS: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    SMTP_URL: `smtp://standin:${STANDINS.mailKey}@127.0.0.1:${smtpPort}`,
    MAIL_FROM: "Yourturn <hello@shop.example>",
    TWILIO_API_URL: origin,
    TWILIO_ACCOUNT_SID: account.sid,
    TWILIO_AUTH_TOKEN: account.token,
    TWILIO_FROM: account.number,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    PUSH_API_URL: origin,
    GOOGLE_CLIENT_ID: STANDINS.google.id,
    GOOGLE_CLIENT_SECRET: STANDINS.google.secret,
    GOOGLE_API_URL: origin,
  });
  const { businessId } = shop;
  await runAsAdmin(
    shop.engine().url,
    nameOf(internal.demo.testing.proveEmail),
    { businessId },
  );
  await connectCalendar(shop);
  await ask("twilio/settings", { answerDelayMs: DELAY_MS, outcome: "none" });
  await ask("push/settings", { delayMs: DELAY_MS });
  await ask("google/settings", { delayMs: DELAY_MS });
  return {
    phone: async () => {
      type Made = { endpoint: string; keys: { p256dh: string; auth: string } };
      const { endpoint, keys } = await ask<Made>("push/phones", {});
      return { endpoint, ...keys };
    },
    arrived: async (): Promise<Arrived> => {
      const mails = await ask<{ messages: Message[] }>("mail/messages");
      const texts = await ask<{ messages: Text[] }>("twilio/messages");
      const pushes = await ask<{ messages: Push[] }>("push/messages");
      type Calendars = Record<
        string,
        { events: Record<string, CalendarEvent> }
      >;
      const calendars = await ask<Calendars>("google/calendars");
      const events = Object.values(calendars[ACCOUNT]?.events ?? {});
      return {
        mails: mails.messages,
        texts: texts.messages,
        pushes: pushes.messages,
        events: events.filter(({ status }) => status === "confirmed"),
      };
    },
    close: () => standins.close(),
  };
}

/** As the owner does it: to Google's page, consent, and back with the code. */
async function connectCalendar(shop: Shop): Promise<void> {
  const owner = await shop.staff();
  const begun = await owner.action(nameOf(api.calendar.connection.connect), {});
  const { url } = valueOf<{ url: string }>(begun);
  const page = new URL(url);
  const form = new URLSearchParams(page.search);
  const [scope = ""] = (form.get("scope") ?? "").split(" ");
  form.set("account", ACCOUNT);
  form.set("answer", "allow");
  form.set("allowed[]", scope);
  const answer = await fetch(new URL(page.pathname, page), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const back = new URL(answer.headers.get("location") ?? "").searchParams;
  const finished = await owner.action(nameOf(api.calendar.connection.finish), {
    state: back.get("state"),
    code: back.get("code"),
  });
  const { ok } = valueOf<{ ok: boolean }>(finished);
  if (!ok) throw new Error("The calendar was not connected.");
  owner.close();
}

function valueOf<T>(answer: { ok: boolean; value?: unknown }): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer.value as T;
}
