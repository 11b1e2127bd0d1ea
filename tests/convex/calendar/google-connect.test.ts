/** product.md K2: going to Google and coming back, over HTTP. A refused flow leaves no row of a connection. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { CALLBACK_PATH } from "../../../convex/base/services/env.ts";
import { at } from "../booking/booking-shop.ts";
import {
  ACCOUNT,
  bringBack,
  consent,
  go,
  openGoogleShop,
  OTHER_ACCOUNT,
  SITE,
  type GoogleShop,
} from "./google-shop.ts";
import { rows, loseJobs, maintain } from "../open-app.ts";
import { refusedWith } from "../base/calls.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

let shop: GoogleShop;
beforeEach(async () => {
  shop = await openGoogleShop();
});
afterEach(async () => await shop.close());

/** The owner in another browser. */
const elsewhere = async () => (await shop.app.asUser(shop.ownerId)).caller;

/** To Google and back, up to the point where the page holds state and code. */
async function broughtBack(page?: URL) {
  const url = page ?? (await go(shop.owner));
  const back = await bringBack(shop.app, await consent(url));
  if (back?.is !== "code") throw new Error("no code");
  return { state: back.state, code: back.code };
}

const finish = (given: { state: string; code: string }, who = shop.owner) =>
  who.action(api.calendar.connection.finish, given);

const over = { ok: false, code: "calendarFlowOver" };
const connections = () => rows(shop.app, "calendarConnections");

test("[K2] Google is asked for calendar and address, offline and with consent, and leads back to us", async () => {
  const url = await go(shop.owner);
  const asked = Object.fromEntries(url.searchParams);
  expect(asked).toMatchObject({
    redirect_uri: `${SITE}${CALLBACK_PATH}`,
    response_type: "code",
    access_type: "offline",
    prompt: "consent",
    scope:
      "https://www.googleapis.com/auth/calendar https://www.googleapis.com/auth/userinfo.email",
    code_challenge_method: "S256",
  });
  const [flow] = await rows(shop.app, "calendarFlows");
  expect(JSON.stringify(flow)).not.toContain(asked["state"]);
  expect(url.href).not.toContain(must(flow, "flow").verifier);
});

test("[K2] once connected, the address is shown and the token is sealed", async () => {
  expect(await shop.connect()).toEqual({ ok: true });
  expect(await shop.status()).toMatchObject({
    state: "connected",
    email: ACCOUNT,
    connectedAt: NOON,
    busyAsOf: expect.any(Number) as number,
    trouble: null,
  });
  expect(JSON.stringify((await connections())[0])).not.toContain("1//standin");
  expect(await rows(shop.app, "calendarFlows")).toEqual([]);
});

describe("[K2] refused, and nothing is connected", () => {
  afterEach(async () => expect(await connections()).toEqual([]));

  test("an unknown or missing state", async () => {
    const { code } = await broughtBack();
    expect(await finish({ state: "s".repeat(32), code })).toEqual(over);
    expect(await finish({ state: "", code })).toEqual(over);
    // The owner's own flow is still under way.
    expect(await rows(shop.app, "calendarFlows")).toHaveLength(1);
  });

  test("in another session of the owner, and by another owner, neither of whom ends the flow", async () => {
    const brought = await broughtBack();
    const stranger = await shop.app.shop();
    expect(await finish(brought, await elsewhere())).toEqual(over);
    expect(await finish(brought, stranger.owner)).toEqual(over);
    expect(await rows(shop.app, "calendarFlows")).toHaveLength(1);
  });

  test("another owner's consent, brought back in this owner's browser", async () => {
    const theirs = await broughtBack(await go((await shop.app.shop()).owner));
    expect(await finish(theirs)).toEqual(over);
  });

  test("after ten minutes, or when a newer flow was begun", async () => {
    const first = await broughtBack();
    const second = await broughtBack();
    expect(await finish(first)).toEqual(over);
    vi.advanceTimersByTime(10 * MINUTE);
    expect(await finish(second)).toEqual(over);
    expect(await rows(shop.app, "calendarFlows")).toEqual([]);
  });

  test("what cannot be a code, which uses up nothing", async () => {
    const { state } = await broughtBack();
    for (const odd of ["", "a b", "x".repeat(2_000), "é"])
      expect(await finish({ state, code: odd })).toEqual(over);
    expect(await rows(shop.app, "calendarFlows")).toHaveLength(1);
  });

  test("a code that is invalid or belongs to another verifier", async () => {
    const bad = { state: (await broughtBack()).state, code: "4/none" };
    expect(await finish(bad)).toMatchObject({ code: "calendarNotConnected" });
    const { code } = await broughtBack();
    const mixed = await finish({ state: (await broughtBack()).state, code });
    expect(mixed).toMatchObject({ code: "calendarNotConnected" });
  });

  test("a refusal at Google, or the calendar's box left unticked there", async () => {
    const filledIn = async (how: Parameters<typeof consent>[2]) =>
      bringBack(shop.app, await consent(await go(shop.owner), ACCOUNT, how));
    expect(await filledIn({ answer: "deny" })).toEqual({ is: "denied" });
    const back = await filledIn({ ticked: false });
    if (back?.is !== "code") throw new Error("no code");
    const { state, code } = back;
    const answer = await finish({ state, code });
    expect(answer).toEqual({ ok: false, code: "calendarDenied" });
  });

  test("the consent of an account without an address", async () => {
    const brought = await broughtBack();
    const whole = fetch;
    vi.stubGlobal("fetch", async (url: string | URL, init: RequestInit) =>
      String(url).includes("userinfo")
        ? Response.json({ id: "1" })
        : await whole(url, init),
    );
    expect(await finish(brought)).toEqual({ ok: false, code: "noGoogleEmail" });
  });

  test("a return address other than ours", async () => {
    const page = await go(shop.owner);
    page.searchParams.set("redirect_uri", "https://evil.example/callback");
    const landed = await consent(page);
    expect(landed.origin).toBe("https://evil.example");
    const code = must(landed.searchParams.get("code"), "code");
    const state = must(landed.searchParams.get("state"), "state");
    const answer = await finish({ state, code });
    expect(answer).toMatchObject({ code: "calendarNotConnected" });
  });

  test("without a Google client, or without keys to seal the token", async () => {
    const brought = await broughtBack();
    for (const name of [
      ...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "SECRETS_KEYS"],
    ]) {
      vi.stubEnv("GOOGLE_CLIENT_ID", "standin");
      vi.stubEnv(name, "");
      expect(await shop.status(), name).toMatchObject({ state: "off" });
      expect(
        await shop.owner.action(api.calendar.connection.connect, {}),
      ).toEqual(refusedWith("calendarOff"));
    }
    expect(await finish(brought)).toEqual({ ok: false, code: "calendarOff" });
  });

  test("a stand-in's address that is not this machine, or one in production", async () => {
    for (const [kind, url] of [
      ["test", "https://evil.example"],
      ["test", "http://169.254.169.254"],
      ["production", shop.standins.origin],
    ] as const) {
      vi.stubEnv("DEPLOYMENT_KIND", kind);
      vi.stubEnv("GOOGLE_API_URL", url);
      expect(await shop.status()).toMatchObject({ state: "off" });
    }
  });
});

test("[K2] a state counts once: the second use is refused, and the connection stays", async () => {
  const brought = await broughtBack();
  expect(await finish(brought)).toEqual({ ok: true });
  expect(await finish(brought)).toEqual(over);
  expect(await connections()).toHaveLength(1);
});

test("[K2] an account belongs to one business, whose connection stays as it is", async () => {
  await shop.connect();
  const before = await connections();
  const stranger = await shop.app.shop();
  const refused = await shop.connect(stranger.owner);
  expect(refused).toEqual({ ok: false, code: "calendarTaken" });
  expect(await connections()).toEqual(before);
  expect(await shop.connect(stranger.owner, OTHER_ACCOUNT)).toEqual({
    ok: true,
  });
});

test("[K2] the callback leads to our own dashboard, whatever its query", async () => {
  const queries = [
    "",
    "?code=a",
    "?state=https://evil.example&code=//evil.example",
    "?error=%3Cscript%3E&redirect=https://evil.example",
    `?state=${"s".repeat(32)}&code=4/0a%0d%0aSet-Cookie:x`,
    `?state=${"s".repeat(32)}&code=${"x".repeat(3_000)}`,
  ];
  for (const query of queries) {
    const response = await shop.app.backend.fetch(`${CALLBACK_PATH}${query}`);
    expect(response.headers.get("Location"), query).toBe(
      `${SITE}/dashboard#google-calendar=&error=failed`,
    );
  }
  const good = `?state=${"s".repeat(32)}&code=4/0a%26b&scope=x`;
  const { status, headers } = await shop.app.backend.fetch(
    `${CALLBACK_PATH}${good}`,
  );
  expect(status).toBe(303);
  expect(headers.get("Location")).toBe(
    `${SITE}/dashboard#google-calendar=&state=${"s".repeat(32)}&code=4%2F0a%26b`,
  );
});

test("[K2] disconnecting revokes the access at Google and deletes our rows; the events stay", async () => {
  await shop.connect();
  const [start, end] = ["2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z"];
  await shop.setBusy([{ start, end }]);
  vi.advanceTimersByTime(5 * MINUTE);
  await shop.owner.mutation(api.calendar.connection.look, {});
  await shop.book(at("14:00"));
  await shop.settle();
  expect(await shop.freeOn()).not.toContain("15:00");
  await shop.owner.mutation(api.calendar.connection.disconnect, {});
  await shop.settle();
  expect(await shop.status()).toMatchObject({
    state: "disconnected",
    email: null,
  });
  for (const table of [
    ...(["calendarConnections", "calendarEvents"] as const),
    ...(["calendarBusy", "calendarRevocations"] as const),
  ])
    expect(await rows(shop.app, table), table).toEqual([]);
  expect(await shop.freeOn()).toContain("15:00");
  expect(await shop.events()).toHaveLength(1);
  expect(await shop.grants()).toBe(0);
  // A second disconnect has nothing to do.
  await shop.owner.mutation(api.calendar.connection.disconnect, {});
  expect(await rows(shop.app, "calendarRevocations")).toEqual([]);
});

describe("[K2] when Google cannot be reached", () => {
  const away = () => vi.stubEnv("GOOGLE_API_URL", "http://127.0.0.1:1");
  const back = () => vi.stubEnv("GOOGLE_API_URL", shop.standins.origin);
  const tries = async () =>
    (await rows(shop.app, "calendarRevocations")).map(
      ({ failures }) => failures,
    );
  /** Waits until this many calls have failed. Google's client retries, and waitFor moves its clock. */
  const failed = (count: number) =>
    vi.waitFor(async () => expect(await tries()).toEqual([count]), {
      timeout: 20_000,
    });
  const disconnect = async () => {
    await shop.connect();
    away();
    await shop.owner.mutation(api.calendar.connection.disconnect, {});
    await failed(1);
  };

  test("the calendar is disconnected at once, and the access is revoked when Google is back", async () => {
    await disconnect();
    expect(await connections()).toEqual([]);
    expect(await shop.status()).toMatchObject({ state: "disconnected" });
    vi.advanceTimersByTime(31_000);
    await failed(2);
    expect(await shop.grants()).toBe(1);
    back();
    vi.advanceTimersByTime(61_000);
    await shop.settle();
    expect(await tries()).toEqual([]);
    expect(await shop.grants()).toBe(0);
  });

  test("maintenance takes up an interrupted revocation, and gives it up after a week", async () => {
    await disconnect();
    await loseJobs(shop.app);
    vi.setSystemTime(Date.now() + 8 * 24 * 60 * MINUTE);
    await maintain(shop.app);
    await vi.waitFor(async () => expect(await tries()).toEqual([]), {
      timeout: 20_000,
    });
  });

  test("connecting the account again keeps that connection", async () => {
    await disconnect();
    back();
    expect(await shop.connect()).toEqual({ ok: true });
    expect(await tries()).toEqual([]);
    vi.advanceTimersByTime(60 * MINUTE);
    await shop.settle();
    await shop.book(at("14:00"));
    await shop.settle();
    expect(await shop.status()).toMatchObject({ state: "connected" });
    expect(await shop.events()).toHaveLength(1);
  });
});

test("[K2] connecting another account revokes the first one, and bookings go to the second", async () => {
  await shop.book(at("14:00"));
  await shop.connect();
  await shop.connect(shop.owner, OTHER_ACCOUNT);
  expect(await shop.status()).toMatchObject({ email: OTHER_ACCOUNT });
  expect(await connections()).toHaveLength(1);
  // Of the two grants at Google the first was revoked.
  expect(await shop.grants()).toBe(1);
  expect(await shop.events(OTHER_ACCOUNT)).toHaveLength(1);
});

test("[K2] access revoked at Google shows as expired, and connecting again brings events up to date", async () => {
  await shop.connect();
  const gone = await shop.book(at("14:00"));
  await shop.settle();
  await shop.revokeAtGoogle();
  await shop.book(at("15:00"));
  await shop.settle();
  expect(await shop.status()).toMatchObject({
    state: "expired",
    email: ACCOUNT,
  });
  await shop.app.backend.mutation(api.line.tickets.leave, { secret: gone });
  await shop.book(at("16:00"));
  await shop.settle();
  expect(await shop.events()).toEqual(["14:00-14:30 #1 Booked · Haircut"]);
  expect(await shop.connect()).toEqual({ ok: true });
  expect(await shop.status()).toMatchObject({ state: "connected" });
  expect(await shop.events()).toEqual([
    "15:00-15:30 #2 Booked · Haircut",
    "16:00-16:30 #3 Booked · Haircut",
  ]);
});

test("[K2] ending the account revokes the access, too", async () => {
  await shop.connect();
  await shop.endAccount(shop.businessId);
  expect(await shop.grants()).toBe(0);
  expect(await connections()).toEqual([]);
});
