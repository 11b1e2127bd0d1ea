/**
 * product.md A14: what an account with an unproven address may leave behind, and what a new password ends (A4). A
 * stranger signs up with the owner's address and sets up what they can. The owner then takes the account over by a
 * mailed code.
 */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { newSecret, rows, type App, type Caller } from "../open-app.ts";
import {
  codeFor,
  mails,
  NEW_PASSWORD,
  reset,
  settled,
  useMails,
  withAccount,
} from "./resetting.ts";
import { SECRETS_KEYS, setUpFactor } from "./second-factor.ts";
import { holderOf, PASSWORD, submit, signedUp } from "./signing-in.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";

const EMAIL = "a@example.com";
const SEALED = { keyId: "1", nonce: "n", box: "b" };
const TWILIO = {
  ...{ secret: SEALED, accountHash: "h", sidLast4: "1234" },
  from: "+447700900123",
};
const GOOGLE = { googleId: "g", email: "thief@gmail.example", token: SEALED };
const UNPROVEN = { data: { code: "emailUnproven" } };
let app: App;
let holder: Caller;
useMails();
beforeEach(async () => {
  vi.stubEnv("SECRETS_KEYS", SECRETS_KEYS);
  ({ app, holder } = await withAccount());
});

const businessOf = async (who: Caller) =>
  must((await meOf(who))?.business, "business");

/** Everything that outlives a session, set up by `who`. */
async function leaveBehind(
  who: Caller,
): Promise<Record<string, () => Promise<unknown>>> {
  const { businessId } = await businessOf(who);
  const flow = { state: "s", verifier: "v" };
  return {
    feed: () => who.mutation(api.calendar.feed.make, { secret: newSecret() }),
    googleFlow: () => who.mutation(internal.calendar.connection.openFlow, flow),
    google: () =>
      who.mutation(internal.calendar.connection.keep, {
        ...{ businessId, account: GOOGLE },
      }),
    twilioCheck: () =>
      who.mutation(internal.messages.smsSteps.mayKeepAccount, {}),
    twilio: () => who.mutation(internal.messages.smsSteps.keepAccount, TWILIO),
    factor: () => setUpFactor(who),
    factorKept: () =>
      who.mutation(internal.account.secondFactor.keep, { secret: SEALED }),
    factorOn: () =>
      who.mutation(internal.account.secondFactor.turnOn, {
        ...{ nonce: "n", step: 1, recoveryHashes: [] },
      }),
  };
}

const askForProof = (who: Caller) =>
  who.action(api.account.credentials.startEmailProof, {});

/** The newest code mailed to an address. */
async function mailed(email = EMAIL): Promise<string> {
  await settled(app);
  const mail = must(mails.at(-1), "mail");
  expect(mail.to).toEqual([email]);
  return must(/\d{4} \d{4}/.exec(mail.text)?.[0], "code");
}

const finish = (who: Caller, code: string) =>
  who.action(api.account.credentials.finishEmailChange, { code });

async function prove(who: Caller): Promise<void> {
  expect(await askForProof(who)).toEqual({ ok: true });
  expect(await finish(who, await mailed())).toEqual({ ok: true });
}

const nothingLeft = async () => {
  const tables = [
    ...(["calendarFeeds", "calendarFlows", "calendarConnections"] as const),
    ...(["exports", "ownNetworks", "knownDevices", "secondFactors"] as const),
  ];
  for (const table of tables) expect(await rows(app, table), table).toEqual([]);
  for (const { twilio } of await rows(app, "smsSettings"))
    expect(twilio).toBeNull();
};

test("an unproven account can set up nothing that keeps reading or shuts the owner out", async () => {
  for (const [what, attempt] of Object.entries(await leaveBehind(holder)))
    await expect(attempt(), what).rejects.toMatchObject(UNPROVEN);
  await nothingLeft();
  // Their own work continues.
  await holder.mutation(api.desk.actions.opened, {});
  expect(await holder.query(api.desk.queues.list, {})).toEqual([]);
});

test("a code mailed to the address proves it, and then all of that is possible", async () => {
  expect((await meOf(holder))?.needsProof).toBe(true);
  await prove(holder);
  expect(mails.at(-1)?.to).toEqual([EMAIL]);
  expect(mails.at(-1)?.text).toContain("don't give the code to anyone");
  expect((await meOf(holder))?.needsProof).toBe(false);
  const { feed, google, twilio, factor } = await leaveBehind(holder);
  for (const attempt of [feed, google, twilio, factor]) await attempt?.();
  expect(await rows(app, "calendarFeeds")).toHaveLength(1);
  expect(await rows(app, "secondFactors")).toHaveLength(1);
});

test("other accounts cannot use up the codes to an address", async () => {
  for (const name of ["b", "c"]) {
    const other = await signedUp(app, `${name}@example.com`);
    for (let i = 0; i < 5; i += 1)
      await other.mutation(internal.account.credentials.emailAsked, {
        email: EMAIL,
      });
  }
  await settled(app);
  await prove(holder);
});

test("where the server sends no mail, no proof is required", async () => {
  vi.stubEnv("MAIL_API_KEY", "");
  expect((await meOf(holder))?.needsProof).toBe(false);
  await setUpFactor(holder);
  await holder.mutation(api.calendar.feed.make, { secret: newSecret() });
});

describe("the code to the account's own address", () => {
  const WRONG = { ok: false, code: "resetCodeWrong" };
  const needsProof = async (who = holder) => (await meOf(who))?.needsProof;

  test("works for that account only", async () => {
    const other = await signedUp(app, "b@example.com");
    await askForProof(other);
    await settled(app);
    await askForProof(holder);
    const code = await mailed();
    expect(await finish(other, code)).toEqual(WRONG);
    expect(await needsProof(other)).toBe(true);
    expect(await finish(holder, code)).toEqual({ ok: true });
    expect(await finish(holder, code)).toEqual(WRONG);
  });

  test("of two requests at once is one, and works once", async () => {
    await Promise.all([askForProof(holder), askForProof(holder)]);
    await settled(app);
    const codes = mails.map(({ text }) => /\d{4} \d{4}/.exec(text)?.[0] ?? "");
    expect(codes).toHaveLength(1);
    const code = codes[0] ?? "";
    expect(await finish(holder, code)).toEqual({ ok: true });
    expect(await finish(holder, code)).toEqual(WRONG);
  });

  test("is invalid once the account has another address; the next one goes there", async () => {
    await askForProof(holder);
    const code = await mailed();
    const email = "new@example.com";
    const moved = { email, password: PASSWORD, device: null };
    await holder.action(api.account.credentials.startEmailChange, moved);
    const fromThere = await mailed(email);
    expect(await finish(holder, code)).toEqual(WRONG);
    expect(await finish(holder, fromThere)).toEqual({ ok: true });
    expect(await finish(holder, code)).toEqual(WRONG);
    await settled(app);
    await askForProof(holder);
    expect(await finish(holder, await mailed(email))).toEqual({ ok: true });
  });

  test("changes nothing while its account, an admin's, is viewing a business", async () => {
    const { businessId } = await app.shop();
    const userId = must(await meOf(holder), "me").userId;
    await app.backend.run((ctx) =>
      ctx.db.insert("admins", { userId, grantedBy: null }),
    );
    const session = (await rows(app, "authSessions")).find(
      (row) => row.userId === userId,
    );
    await app.openPortal(must(session, "session")._id);
    await askForProof(holder);
    const code = await mailed();
    await holder.mutation(api.admin.viewing.begin, { businessId });
    await failsWith(finish(holder, code), "viewingOnly");
    await failsWith(askForProof(holder), "viewingOnly");
    await holder.mutation(api.admin.viewing.end, {});
    expect(await finish(holder, code)).toEqual({ ok: true });
  });

  test("proves no address that another account has proven meanwhile", async () => {
    await holder.action(api.account.credentials.startEmailChange, {
      ...{ ...{ password: PASSWORD, device: null }, email: "c@example.com" },
    });
    const code = await mailed("c@example.com");
    const other = await signedUp(app, "c@example.com");
    await askForProof(other);
    expect(await finish(other, await mailed("c@example.com"))).toEqual({
      ok: true,
    });
    expect(await finish(holder, code)).toEqual(WRONG);
    expect(await needsProof()).toBe(true);
    expect(await needsProof(other)).toBe(false);
  });
});

test("a new password by a mailed code: ends everything that was set up with the old one", async () => {
  await prove(holder);
  const left = await leaveBehind(holder);
  for (const what of ["feed", "google", "googleFlow", "twilio"])
    await left[what]?.();
  const { businessId } = await businessOf(holder);
  const file = await app.backend.run(async (ctx) => {
    await ctx.db.insert("ownNetworks", { businessId, network: "n", at: 0 });
    const storageId = await ctx.storage.store(new Blob(["all data"]));
    const row = { state: "ready", rows: 1, storageId, until: 9e15 } as const;
    await ctx.db.insert("exports", { businessId, ...row });
    return storageId;
  });
  const code = await codeFor(app, EMAIL);
  expect(mails.at(-1)?.text).toContain(
    "If you own the shop, it also disconnects the calendar link",
  );
  await submit(app, reset(code));
  await nothingLeft();
  expect(await rows(app, "authSessions")).toHaveLength(1);
  expect(
    await app.backend.run((ctx) => ctx.db.system.get("_storage", file)),
  ).toBeNull();
  // Work that was under way when the session ended comes too late.
  for (const what of ["google", "twilio"])
    await failsWith(left[what]?.(), "notSignedIn");
  await nothingLeft();
});

test("a new password by a mailed code: goes to the owner of the address, past a stranger's second factor", async () => {
  vi.stubEnv("MAIL_API_KEY", "");
  await setUpFactor(holder);
  vi.stubEnv("MAIL_API_KEY", "re_test");
  const answer = await submit(app, reset(await codeFor(app, EMAIL)));
  const owner = holderOf(app, answer);
  await nothingLeft();
  // From here on a second factor protects the account from a mailed code, too.
  await setUpFactor(owner, NEW_PASSWORD);
  await failsWith(
    submit(app, reset(await codeFor(app, EMAIL, { ip: "203.0.113.9" }))),
    "codeNeeded",
  );
});

describe("the admin role on an unproven address", () => {
  const adminForm = (password: string) => ({
    ...{ flow: "adminSignIn", email: EMAIL, password },
  });

  test("waits: the stranger who signed up with it gets nothing, the owner of the address does", async () => {
    const first = await app.adminUser({ email: "first@example.com" });
    expect(
      await first.caller.mutation(api.admin.admins.grant, { email: EMAIL }),
    ).toEqual({ ok: true, waits: true });
    expect((await meOf(holder))?.isAdmin).toBe(false);
    await failsWith(submit(app, adminForm(PASSWORD)), "notAdmin");
    expect(await first.caller.query(api.admin.admins.list, {})).toMatchObject([
      { waits: false },
      { email: EMAIL, waits: true },
    ]);
    // The only admin whose role counts stays.
    expect(
      await first.caller.mutation(api.admin.admins.revoke, {
        userId: first.userId,
      }),
    ).toEqual(refusedWith("lastAdmin"));
    await submit(app, reset(await codeFor(app, EMAIL)));
    const admin = holderOf(app, await submit(app, adminForm(NEW_PASSWORD)));
    expect(await admin.query(api.admin.admins.list, {})).toMatchObject([
      { waits: false },
      { waits: false },
    ]);
  });

  test("is revoked when the account moves to another address first", async () => {
    const first = await app.adminUser({ email: "first@example.com" });
    await first.caller.mutation(api.admin.admins.grant, { email: EMAIL });
    const email = "thief@example.com";
    const moved = { email, password: PASSWORD, device: null };
    await holder.action(api.account.credentials.startEmailChange, moved);
    await finish(holder, await mailed(email));
    expect(await meOf(holder)).toMatchObject({
      ...{ email, needsProof: false, isAdmin: false },
    });
    await failsWith(submit(app, { ...adminForm(PASSWORD), email }), "notAdmin");
    expect(await first.caller.query(api.admin.admins.list, {})).toHaveLength(1);
    expect((await rows(app, "auditEvents")).slice(-2)).toMatchObject([
      { action: "adminRevoked", subject: EMAIL },
      { action: "ownerChangedEmail" },
    ]);
  });

  test("waits in an account that an admin creates, too", async () => {
    const first = await app.adminUser({ email: "first@example.com" });
    const made = await first.caller.action(api.admin.directory.create, {
      ...{ email: "new@example.com", password: PASSWORD, plan: "pro" },
      ...{ businessName: "New", isAdmin: true, timezone: "UTC" },
    });
    expect(made.ok).toBe(true);
    await failsWith(
      submit(app, { ...adminForm(PASSWORD), email: "new@example.com" }),
      "notAdmin",
    );
  });

  test("is not given to the first admin in production until the address is proven", async () => {
    vi.stubEnv("DEPLOYMENT_KIND", "production");
    vi.stubEnv("ADMIN_EMAILS", EMAIL);
    const first = () =>
      app.backend.mutation(internal.admin.admins.grantFirst, { email: EMAIL });
    expect(await first()).toEqual({ ok: false, code: "emailUnproven" });
    await failsWith(submit(app, adminForm(PASSWORD)), "notAdmin");
    // A squatter's second factor does not keep the first admin out.
    vi.stubEnv("MAIL_API_KEY", "");
    await setUpFactor(holder);
    vi.stubEnv("MAIL_API_KEY", "re_test");
    await submit(app, reset(await codeFor(app, EMAIL)));
    await submit(app, adminForm(NEW_PASSWORD));
    expect(await rows(app, "admins")).toHaveLength(1);
  });
});
