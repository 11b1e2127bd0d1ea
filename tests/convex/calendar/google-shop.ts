/**
 * A shop that takes bookings, beside the stand-in for Google: the consent flow, and the calendar's contents. Holds no
 * assertions.
 */
import { vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { readBack } from "../../../convex/calendar/rules/googleFlow.ts";
import { openStandins } from "../../../standins/open-standins.ts";
import { STANDINS } from "../../standins/options.ts";
import { openBookingShop } from "../booking/booking-shop.ts";
import type { App, Caller } from "../open-app.ts";
import { jobsOf, granted } from "../base/calls.ts";

export const ACCOUNT = "owner@gmail.example";
export const OTHER_ACCOUNT = "second@gmail.example";
export const SITE = "https://shop.example";

type Event = {
  id: string;
  status: string;
  summary: string;
  start: string;
  end: string;
  transparency: string;
  sequence: number;
};
export type GoogleShop = Awaited<ReturnType<typeof openGoogleShop>>;

export async function openGoogleShop() {
  const standins = await openStandins(STANDINS);
  vi.stubEnv("DEPLOYMENT_KIND", "test");
  vi.stubEnv("SITE_URL", SITE);
  vi.stubEnv("SECRETS_KEYS", `1:${Buffer.alloc(32, 1).toString("base64")}`);
  vi.stubEnv("GOOGLE_CLIENT_ID", "standin");
  vi.stubEnv("GOOGLE_CLIENT_SECRET", "GOCSPX");
  vi.stubEnv("GOOGLE_API_URL", standins.origin);
  const shop = await openBookingShop();
  const { app, owner } = shop;

  const control = async (path: string, body: object) => {
    const response = await fetch(`${standins.origin}/_standin/google/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  const calendars = async () => {
    return (await (
      await fetch(`${standins.origin}/_standin/google/calendars`)
    ).json()) as Record<string, { events: Record<string, Event> }>;
  };

  return {
    ...shop,
    standins,
    /** The whole flow. The answer is that of `finish`. */
    connect: async (who: Caller = owner, email = ACCOUNT) => {
      const back = await bringBack(app, await consent(await go(who), email));
      if (back?.is !== "code") throw new Error("no code");
      const { state, code } = back;
      const answer = await who.action(api.calendar.connection.finish, {
        state,
        code,
      });
      await settled(app);
      return answer;
    },
    status: () => owner.query(api.calendar.connection.status, {}),
    switches: (to: object) => control("settings", to),
    /** Busy times of the account, as 'HH:mm' in UTC on that Friday unless a date is given. */
    setBusy: (blocks: { start: string; end: string }[], email = ACCOUNT) =>
      control("busy", { email, blocks }),
    revokeAtGoogle: (email = ACCOUNT) => control("revoke", { email }),
    /** Every event ever written, deleted ones included. */
    allEvents: async (email = ACCOUNT) =>
      Object.values((await calendars())[email]?.events ?? {}),
    /** 'start-end summary' of each, in order. */
    events: async (email = ACCOUNT) =>
      Object.values((await calendars())[email]?.events ?? {})
        .filter(({ status }) => status === "confirmed")
        .map(
          ({ start, end, summary }) =>
            `${start.slice(11, 16)}-${end.slice(11, 16)} ${summary}`,
        )
        .sort(),
    /** How many refresh tokens are valid at Google. */
    grants: async () => {
      const response = await fetch(`${standins.origin}/_standin/google/grants`);
      return ((await response.json()) as { grants: number }).grants;
    },
    endAccount: async (businessId: Id<"businesses">) => {
      await app.backend.action(internal.privacy.erase.business, {
        businessId,
        by: "owner" as const,
      });
      await settled(app);
    },
    settle: () => settled(app),
    close: async () => {
      await standins.close();
      vi.useRealTimers();
      vi.unstubAllEnvs();
    },
  };
}

/** The address at Google that asks this owner for consent. */
export async function go(who: Caller): Promise<URL> {
  const begun = granted(await who.action(api.calendar.connection.connect, {}));
  return new URL(begun.url);
}

/** Fills in Google's page. @returns where it sends the browser */
export async function consent(
  page: URL,
  email = ACCOUNT,
  { answer = "allow", ticked = true } = {},
): Promise<URL> {
  const form = new URLSearchParams(page.search);
  form.set("account", email);
  form.set("answer", answer);
  if (ticked)
    form.set("allowed[]", must(form.get("scope"), "scope").split(" ")[0] ?? "");
  const response = await fetch(new URL(page.pathname, page), {
    method: "POST",
    body: form,
    redirect: "manual",
  });
  const to = response.headers.get("location");
  if (to === null) throw new Error(await response.text());
  return new URL(to);
}

/** What our page reads from its address after our callback has redirected there. */
export async function bringBack(app: App, callback: URL) {
  const path = `${callback.pathname}${callback.search}`;
  const response = await app.backend.fetch(path, { redirect: "manual" });
  const to = must(response.headers.get("Location"), "location");
  return readBack(new URL(to).hash);
}

/** Waits until everything due has run. */
async function settled(app: App): Promise<void> {
  await vi.waitFor(
    async () => {
      const open = (await jobsOf(app)).filter(
        ({ state, scheduledTime }) =>
          scheduledTime <= Date.now() &&
          (state.kind === "pending" || state.kind === "inProgress"),
      );
      if (open.length > 0) throw new Error(open.map(({ name }) => name).join());
    },
    { timeout: 20_000, interval: 10 },
  );
}
