/** A5: what an owner's open tab shows and its token opens once a commit revokes the right. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../convex/base/rules/errors.ts";
import {
  runAsAdmin,
  setEnvironment,
} from "../../engine/bench/deployment/admin.ts";
import { openMailbox, type Mailbox } from "./mailbox.ts";
import {
  bearer,
  expiryOf,
  OwnerTab,
  refusalOf,
  signIn,
  type Sight,
  type Tokens,
  type View,
} from "./owner-tab.ts";
import { openShop, type Shop } from "./shop.ts";
import { isFull } from "../../engine/faults/counts.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api, internal } from "../../convex/_generated/api.js";

/** From the commit until the tab shows it. */
const WITHIN_MS = 1000;
const PASSWORD = "Str0ng!pw";
const NEW_PASSWORD = "Diff3rent!pw";
let shop: Shop;
let mailbox: Mailbox;
let url: string;
const tabs: OwnerTab[] = [];
beforeAll(async () => {
  shop = await openShop();
  ({ url } = shop.engine());
  mailbox = await openMailbox();
  await setEnvironment(url, mailbox.env);
});
afterEach(async () => {
  await Promise.all(tabs.splice(0).map((tab) => tab.close()));
});
afterAll(async () => {
  await mailbox.close();
  await shop.close();
});
type Owner = {
  readonly email: string;
  readonly tokens: Tokens;
  readonly userId: string;
  readonly businessId: string;
  readonly queueId: string;
};
type Me = {
  userId: string;
  business: { businessId: string; subscription: { state: string } };
} | null;
let owners = 0;

async function newOwner(): Promise<Owner> {
  const email = `owner${++owners}@example.com`;
  const params = {
    flow: "signUp",
    email,
    password: PASSWORD,
    businessName: "Fade & Fortune",
    timezone: "America/New_York",
  };
  const signedUp = await signIn(url, { provider: "password", params });
  const tokens = must(signedUp, "tokens");
  const me = must(
    (await bearer(url, tokens.token).query(
      nameOf(api.account.current.me),
    )) as Me,
    "who signed up",
  );
  const { businessId } = me.business;
  await runAsAdmin(url, nameOf(internal.billing.subscriptions.saveCustomer), {
    businessId,
    customerId: `cus_${email}`,
    instead: null,
  });
  await receiveEvent(`cus_${email}`, "active");
  const made = await bearer(url, tokens.token).mutate(
    nameOf(api.desk.queues.create),
    { name: "Main" },
  );
  const { queueId } = made as { queueId: string };
  return { email, tokens, userId: me.userId, businessId, queueId };
}

/** Stripe reports the state of the customer's subscription: the steps of a webhook, without Stripe. */
async function receiveEvent(customerId: string, status: string): Promise<void> {
  const question = (await runAsAdmin(
    url,
    nameOf(internal.billing.subscriptions.beginSync),
    { customerId, eventId: null },
  )) as { subscriptionId: string; asked: number };
  const paid = {
    subscriptionId: "sub_1",
    status,
    priceId: null,
    plan: "starter",
    cancelAt: null,
    currentPeriodEnd: null,
    createdAt: 1,
  };
  await runAsAdmin(url, nameOf(internal.billing.subscriptions.finishSync), {
    ...question,
    paid,
    event: null,
  });
}

/** A tab with the owner's private views, all of them showing data. */
async function openTab(owner: Owner, token = owner.tokens.token) {
  const tab = new OwnerTab(url, token);
  tabs.push(tab);
  const me = tab.watch(nameOf(api.account.current.me));
  const rest = [
    tab.watch(nameOf(api.desk.actions.board), { queueId: owner.queueId }),
    tab.watch(nameOf(api.desk.actions.stats), { queueId: null }),
    tab.watch(nameOf(api.desk.queues.list)),
  ];
  await me.when(({ value }) => value !== null);
  for (const view of rest) await view.when(({ value }) => value !== null);
  return { tab, me, rest };
}

async function signInAgain(owner: Owner, password = PASSWORD) {
  const params = { flow: "signIn", email: owner.email, password };
  const tokens = await signIn(url, { provider: "password", params });
  return must(tokens, "tokens");
}

/** What the token still opens: the code of each refusal, null for an answer. */
async function opened({ userId, queueId }: Owner, token: string) {
  const caller = bearer(url, token);
  const status = new URL("/api/subscription-status", url);
  status.searchParams.set("userId", userId);
  const headers = { Authorization: `Bearer ${token}` };
  return {
    me: (await caller.query(nameOf(api.account.current.me))) !== null,
    query: await refusalOf(
      caller.query(nameOf(api.desk.actions.board), { queueId }),
    ),
    mutation: await refusalOf(
      caller.mutate(nameOf(api.desk.actions.callNext), {
        queueId,
        requestKey: "k",
      }),
    ),
    action: await refusalOf(caller.act(nameOf(api.billing.payments.invoices))),
    http: (await fetch(status, { headers })).status,
  };
}

const ALL_OPEN = {
  me: true,
  query: null,
  mutation: null,
  action: null,
  http: 200,
};
const ALL_SHUT = {
  me: false,
  query: "notSignedIn",
  mutation: "notSignedIn",
  action: "notSignedIn",
  http: 401,
};

/** Checks that every view looks signed out, within a second after a commit later than `since`. */
async function expectShut(
  { me, rest }: { me: View; rest: View[] },
  since: number,
): Promise<void> {
  const isShut = ({ refused }: Sight) => refused === "notSignedIn";
  const sights = await Promise.all([
    me.when(({ value }) => value === null),
    ...rest.map((view) => view.when(isShut)),
  ]);
  for (const sight of sights) expectSoon(sight, since);
}

function expectSoon({ at, committed }: Sight, since: number): void {
  expect(committed).toBeGreaterThanOrEqual(since);
  if (isFull) expect(at - committed).toBeLessThanOrEqual(WITHIN_MS);
}

/** The token is valid for a long time and opens nothing. */
async function expectRevoked(owner: Owner, { token, refreshToken }: Tokens) {
  expect(expiryOf(token) - Date.now()).toBeGreaterThan(30 * 60_000);
  expect(await opened(owner, token)).toEqual(ALL_SHUT);
  expect(await signIn(url, { refreshToken })).toBeNull();
}

describe("A5: an open tab loses what it shows", () => {
  test("after sign-out in another tab of the same browser", async () => {
    const owner = await newOwner();
    const open = await openTab(owner);
    const { tab: other } = await openTab(owner);
    expect(await opened(owner, owner.tokens.token)).toEqual(ALL_OPEN);
    const since = Date.now();
    await other.act(nameOf(api.auth.signOut));
    await expectShut(open, since);
    await expectRevoked(owner, owner.tokens);
    // Also over the socket that stayed signed in with this token.
    const key = { queueId: owner.queueId, requestKey: "k" };
    expect(
      await refusalOf(open.tab.mutate(nameOf(api.desk.actions.callNext), key)),
    ).toBe("notSignedIn");
    expect(
      await refusalOf(open.tab.act(nameOf(api.billing.payments.invoices))),
    ).toBe("notSignedIn");
  });

  test("after sign-out everywhere, in every browser", async () => {
    const owner = await newOwner();
    const elsewhere = await signInAgain(owner);
    const open = [
      await openTab(owner),
      await openTab(owner, elsewhere.token),
      await openTab(owner, elsewhere.token),
    ];
    const since = Date.now();
    await bearer(url, elsewhere.token).mutate(
      nameOf(api.account.current.signOutEverywhere),
    );
    for (const tab of open) await expectShut(tab, since);
    await expectRevoked(owner, owner.tokens);
    await expectRevoked(owner, elsewhere);
  });

  test("after a password reset, except in the browser that made it", async () => {
    const owner = await newOwner();
    const { email } = owner;
    const open = await openTab(owner);
    const asked = await bearer(url, owner.tokens.token).act(
      nameOf(api.account.current.requestPasswordReset),
      { email },
    );
    expect(asked).toEqual({ ok: true });
    const mail = await mailbox.next(email);
    const code = must(/\d{4} \d{4}/.exec(mail)?.[0], "code");
    const since = Date.now();
    const params = { flow: "reset", email, code, newPassword: NEW_PASSWORD };
    const reset = signIn(url, { provider: "password", params });
    await expectShut(open, since);
    await expectRevoked(owner, owner.tokens);
    const fresh = must(await reset, "tokens");
    expect(await opened(owner, fresh.token)).toEqual(ALL_OPEN);
    await expect(signInAgain(owner)).rejects.toMatchObject({
      data: { code: "invalidCredentials" },
    });
    expect(await signInAgain(owner, NEW_PASSWORD)).toBeTruthy();
  });

  test("when maintenance removes its expired session", async () => {
    const owner = await newOwner();
    const open = await openTab(owner);
    await runAsAdmin(url, "inspection:expireSessions", {
      userId: owner.userId,
    });
    const since = Date.now();
    await runAsAdmin(url, nameOf(internal.upkeep.maintenance.run), {});
    await expectShut(open, since);
    await expectRevoked(owner, owner.tokens);
  });
});

test("A5: when the plan lapses, the open tab shows it and changes that need a plan are refused", async () => {
  const owner = await newOwner();
  const { tab, me, rest } = await openTab(owner);
  const { token } = owner.tokens;
  const { queueId } = owner;
  const change = () =>
    refusalOf(
      tab.mutate(nameOf(api.desk.queues.update), {
        queueId,
        name: "Renamed",
      }),
    );
  expect(await change()).toBeNull();
  const since = Date.now();
  await receiveEvent(`cus_${owner.email}`, "canceled");
  const lapsed = ({ value }: Sight) =>
    (value as Me)?.business.subscription.state === "lapsed";
  expectSoon(await me.when(lapsed), since);
  expect(await change()).toBe("notSubscribed");
  expect(
    await refusalOf(
      bearer(url, token).mutate(nameOf(api.desk.queues.create), {
        name: "B",
      }),
    ),
  ).toBe("notSubscribed");
  // Customers in the queue are still served: the desk stays open.
  expect(await opened(owner, token)).toEqual(ALL_OPEN);
  for (const view of rest)
    expect(await view.when(() => true)).toMatchObject({ refused: null });
  await receiveEvent(`cus_${owner.email}`, "active");
  expect(await change()).toBeNull();
});

describe("A4: an admin's open page", () => {
  /** Signed in to the portal, with open pages that show data. */
  async function openPortal({ email }: Owner) {
    const params = { flow: "adminSignIn", email, password: PASSWORD };
    const signedIn = await signIn(url, { provider: "password", params });
    const tokens = must(signedIn, "tokens");
    const tab = new OwnerTab(url, tokens.token);
    tabs.push(tab);
    const me = tab.watch(nameOf(api.account.current.me));
    const pages = [
      tab.watch(nameOf(api.admin.admins.list)),
      tab.watch(nameOf(api.admin.directory.totals)),
    ];
    for (const view of [me, ...pages])
      await view.when(({ value }) => value !== null);
    return { tab, tokens, me, pages };
  }

  test("loses its data when the admin is demoted, whose own shop stays open", async () => {
    const [first, second] = [await newOwner(), await newOwner()];
    await runAsAdmin(url, nameOf(internal.admin.admins.grantFirst), {
      email: first.email,
    });
    const boss = await openPortal(first);
    const { businessId } = second;
    await runAsAdmin(url, nameOf(internal.demo.testing.proveEmail), {
      businessId,
    });
    await boss.tab.mutate(nameOf(api.admin.admins.grant), {
      email: second.email,
    });
    const open = await openPortal(second);
    // Outside the portal, in a session of the shop, the role alone opens nothing.
    const outside = bearer(url, second.tokens.token);
    expect(await refusalOf(outside.query(nameOf(api.admin.admins.list)))).toBe(
      "adminSessionEnded",
    );
    const since = Date.now();
    await boss.tab.mutate(nameOf(api.admin.admins.revoke), {
      userId: second.userId,
    });
    const isDark = ({ refused }: Sight) => refused === "notAllowed";
    for (const page of open.pages) expectSoon(await page.when(isDark), since);
    const isOwner = ({ value }: Sight) =>
      !(value as { isAdmin: boolean }).isAdmin;
    expectSoon(await open.me.when(isOwner), since);
    const { token } = open.tokens;
    for (const call of [
      open.tab.mutate(nameOf(api.admin.admins.grant), { email: second.email }),
      bearer(url, token).act(nameOf(api.profile.files.testWrite)),
    ]) {
      expect(await refusalOf(call)).toBe("notAllowed");
    }
    expect(await opened(second, token)).toEqual(ALL_OPEN);
    // Signing out ends the portal session like any other.
    const out = Date.now();
    await boss.tab.act(nameOf(api.auth.signOut));
    const isShut = ({ refused }: Sight) => refused === "notSignedIn";
    for (const page of boss.pages) expectSoon(await page.when(isShut), out);
  });
});
