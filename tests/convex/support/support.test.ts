/**
 * product.md O40 to O46: messages between owners and admins, access to them, alerts and retention. Mails to admins are
 * in support-alerts.test.ts. Access in general is in authorization.test.ts and admin-access.test.ts.
 */
import { describe, expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { MAILS_PER_ADDRESS } from "../../../convex/mail/rules/mailRules.ts";
import {
  openApp,
  rows,
  type App,
  type Caller,
  maintain,
  granted,
} from "../open-app.ts";
import { openPostOffice } from "../mail/post-office.ts";
import { failsWith, refusedWith } from "../base/calls.ts";
import { changeRow, copyRow } from "../base/tables.ts";
import { DAY, HOUR, NOON } from "../fake-clock.ts";

const ownerSide = api.support.owner;

const TEXT = "The chart stays empty.\nWhat can I do?";
const FIRST = { numItems: 20, cursor: null };

async function open() {
  const app = await openApp();
  const shop = await app.shop();
  return { app, shop, owner: shop.owner, admin: await app.admin() };
}

async function send(owner: Caller, subject = "Chart", text = TEXT) {
  const sent = granted(await owner.mutation(ownerSide.send, { subject, text }));
  return sent.threadId;
}

/** The threads as admins list them. */
const listed = async (admin: Caller, of = "") =>
  (
    await admin.query(api.support.admin.threads, {
      ...{ status: null, of, paginationOpts: FIRST },
    })
  ).page;

const runAll = async (app: App) =>
  await app.backend.finishAllScheduledFunctions(vi.runAllTimers);

test("owner and admins exchange messages, and each side sees the other's and what is unread", async () => {
  const { owner, admin, shop } = await open();
  const threadId = await send(owner);
  const [asked] = await listed(admin);
  expect(asked).toMatchObject({
    ...{ threadId, businessId: shop.businessId, businessName: "Shop 1" },
    ...{ email: "owner1@example.com", subject: "Chart", status: "open" },
    ...{ at: NOON, lastAt: NOON, lastBy: "owner", isUnread: true },
    excerpt: "The chart stays empty. What can I do?",
  });
  expect(await admin.query(api.support.admin.unread, {})).toBe(1);
  await admin.mutation(api.support.admin.markRead, { threadId });
  expect(await admin.query(api.support.admin.unread, {})).toBe(0);

  vi.setSystemTime(NOON + HOUR);
  const answer = { threadId, text: " Please load the page again.\u202e " };
  expect(await admin.mutation(api.support.admin.answer, answer)).toEqual({
    ok: true,
  });
  expect(await owner.query(ownerSide.unread, {})).toBe(1);
  expect(await owner.query(ownerSide.thread, { threadId })).toEqual({
    ...{ threadId, subject: "Chart", status: "pending", isUnread: true },
    ...{ lastAt: NOON + HOUR, lastBy: "admin" },
    excerpt: "Please load the page again.",
  });
  const args = { threadId, paginationOpts: FIRST };
  const read = await owner.query(ownerSide.messages, args);
  expect(read.page.map(({ by, text }) => [by, text])).toEqual([
    ["admin", "Please load the page again."],
    ["owner", TEXT],
  ]);
  // The owner does not learn which admin wrote. Admins do.
  expect(JSON.stringify(read)).not.toContain("admin@");
  const seen = await admin.query(api.support.admin.messages, args);
  expect(seen.page.map(({ email }) => email)).toEqual([
    ...["admin@example.com", "owner1@example.com"],
  ]);
  await owner.mutation(ownerSide.markRead, { threadId });
  expect(await owner.query(ownerSide.unread, {})).toBe(0);

  const status = "resolved" as const;
  await admin.mutation(api.support.admin.setStatus, { threadId, status });
  expect((await listed(admin))[0]?.status).toBe("resolved");
  await owner.mutation(ownerSide.reply, { threadId, text: "It is back." });
  expect((await listed(admin))[0]).toMatchObject({
    ...{ status: "open", lastBy: "owner", isUnread: true },
  });
});

test("answering counts as having read", async () => {
  const { owner, admin } = await open();
  const threadId = await send(owner);
  await admin.mutation(api.support.admin.answer, { threadId, text: "Soon." });
  expect(await admin.query(api.support.admin.unread, {})).toBe(0);
  await owner.mutation(ownerSide.reply, { threadId, text: "Thanks." });
  expect(await owner.query(ownerSide.unread, {})).toBe(0);
});

test("admins' answers, status changes and exports are recorded without the text", async () => {
  const { app, shop, owner, admin } = await open();
  const threadId = await send(owner);
  const status = "resolved" as const;
  await admin.mutation(api.support.admin.answer, { threadId, text: "Secret." });
  await admin.mutation(api.support.admin.setStatus, { threadId, status });
  await admin.mutation(api.support.admin.setStatus, { threadId, status });
  await admin.mutation(api.support.admin.write, {
    ...{ email: "owner1@example.com", subject: "News", text: "Secret." },
  });
  await admin.mutation(api.visitors.lists.noteExport, { list: "addresses" });
  const { businessId } = shop;
  const kept = (await rows(app, "auditEvents")).slice(-4);
  expect(kept).toMatchObject([
    { action: "supportAnswered", businessId, after: { matter: "Chart" } },
    { action: "supportStatus", before: { status: "pending" } },
    { action: "supportWritten", businessId, after: { matter: "News" } },
    { action: "visitorsExported", businessId: null, subject: "addresses" },
  ]);
  for (const { actor } of kept)
    expect(actor).toMatchObject({ kind: "admin", email: "admin@example.com" });
  expect(JSON.stringify(kept)).not.toContain("Secret");
});

test("an owner whose plan has lapsed can write like every other", async () => {
  const { app, shop, owner, admin } = await open();
  await app.lapse(shop);
  const threadId = await send(owner);
  await owner.mutation(ownerSide.reply, { threadId, text: "Hello?" });
  expect(await listed(admin)).toHaveLength(1);
});

test("another shop's thread does not exist for an owner", async () => {
  const { app, owner, admin } = await open();
  const other = await app.shop();
  const threadId = await send(other.owner);
  await send(owner, "Mine");
  const own = await owner.query(ownerSide.own, { paginationOpts: FIRST });
  expect(own.page.map(({ subject }) => subject)).toEqual(["Mine"]);
  const before = await rows(app, "supportMessages");
  for (const call of [
    owner.query(ownerSide.thread, { threadId }),
    owner.query(ownerSide.messages, { threadId, paginationOpts: FIRST }),
    owner.mutation(ownerSide.reply, { threadId, text: "x" }),
    owner.mutation(ownerSide.markRead, { threadId }),
    admin.mutation(api.support.admin.answer, { threadId: "x", text: "x" }),
    admin.query(api.support.admin.thread, { threadId: other.businessId }),
  ])
    await failsWith(call, "notFound");
  expect(await rows(app, "supportMessages")).toEqual(before);
});

test("admins find threads: by status, owner's address or business id, the newest message first", async () => {
  const { app, owner, admin, shop } = await open();
  const other = await app.shop();
  const first = await send(owner, "First");
  vi.setSystemTime(NOON + 1);
  await send(other.owner, "Second");
  vi.setSystemTime(NOON + 2);
  await admin.mutation(api.support.admin.answer, {
    threadId: first,
    text: "x",
  });
  const subjects = async (of: string) =>
    (await listed(admin, of)).map(({ subject }) => subject);
  expect(await subjects("")).toEqual(["First", "Second"]);
  expect(await subjects(" OWNER2@example.com ")).toEqual(["Second"]);
  expect(await subjects(shop.businessId)).toEqual(["First"]);
  for (const nobody of ["nobody@example.com", "x".repeat(10_000)])
    expect(await subjects(nobody)).toEqual([]);
  const pending = async (of: string) =>
    await admin.query(api.support.admin.threads, {
      ...{ status: "pending", of, paginationOpts: FIRST },
    });
  expect((await pending("")).page).toHaveLength(1);
  expect((await pending("owner2@example.com")).page).toEqual([]);
});

test("admins find threads: at most a page at a time, whatever size they request", async () => {
  const { app, owner, admin } = await open();
  await send(owner);
  await copyRow(app, "supportThreads", 60, (n) => ({ at: NOON + 1 + n }));
  for (const numItems of [1e9, 1e308]) {
    const paginationOpts = { numItems, cursor: null };
    const args = { status: null, of: "", paginationOpts };
    const found = await admin.query(api.support.admin.threads, args);
    expect(found.page).toHaveLength(50);
  }
});

describe("limits on messages", () => {
  test.each([
    ["", TEXT],
    [" \u200b", TEXT],
    ["Chart", "\n \n"],
  ])("%j with %j: a field is missing", async (subject, text) => {
    const { app, owner, admin } = await open();
    const refused = refusedWith("fieldsMissing");
    const given = { subject, text };
    expect(await owner.mutation(ownerSide.send, given)).toEqual(refused);
    const to = { email: "owner1@example.com", ...given };
    expect(await admin.mutation(api.support.admin.write, to)).toEqual(refused);
    expect(await rows(app, "supportThreads")).toEqual([]);
    const empty = { threadId: await send(owner), text: " \n" };
    expect(await owner.mutation(ownerSide.reply, empty)).toEqual(refused);
    expect(await admin.mutation(api.support.admin.answer, empty)).toEqual(
      refused,
    );
  });

  test("a text that is too long is cut", async () => {
    const { app, owner } = await open();
    await send(owner, "s".repeat(5_000), "t".repeat(1_000_000));
    const [thread] = await rows(app, "supportThreads");
    const [message] = await rows(app, "supportMessages");
    expect(thread?.subject).toHaveLength(200);
    expect(message?.text).toHaveLength(4_000);
  });

  test("a business can send twenty an hour, and others are not affected", async () => {
    const { app, owner } = await open();
    const other = await app.shop();
    const threadId = await send(owner);
    for (let i = 1; i < 20; i += 1)
      await owner.mutation(ownerSide.reply, { threadId, text: `${i}` });
    const refused = { code: "tooManyRequests", retryAfterMs: HOUR / 20 };
    const more = { threadId, text: "x" };
    expect(await owner.mutation(ownerSide.reply, more)).toMatchObject(refused);
    const begun = { subject: "x", text: "x" };
    expect(await owner.mutation(ownerSide.send, begun)).toMatchObject(refused);
    await send(other.owner);
    expect(await rows(app, "supportMessages")).toHaveLength(21);
  });

  test("an admin can write only to owners", async () => {
    const { app, admin } = await open();
    const to = async (email: string) =>
      await admin.mutation(api.support.admin.write, {
        ...{ email, subject: "News", text: "Hello" },
      });
    expect(await to(" ")).toMatchObject({ code: "fieldsMissing" });
    expect(await to("owner1")).toMatchObject({ code: "invalidEmail" });
    for (const stranger of ["nobody@example.com", "admin@example.com"])
      expect(await to(stranger)).toMatchObject({ code: "unknownOwner" });
    expect(await to("Owner1@Example.com")).toMatchObject({ ok: true });
    expect(await rows(app, "supportThreads")).toMatchObject([
      { status: "pending", lastBy: "admin", unreadByOwner: true },
    ]);
  });
});

describe("e-mails", () => {
  test("an admin's message is mailed to the owner once, with a link to answer", async () => {
    const office = openPostOffice();
    const { app, owner, admin } = await open();
    const threadId = await send(owner, "A <b>chart</b>");
    const text = 'Press "Refresh" & <wait>.\nThen write.';
    await admin.mutation(api.support.admin.answer, { threadId, text });
    office.answers.push(500);
    await runAll(app);
    const [tried, mail, ...more] = office.sent;
    expect(more).toEqual([]);
    expect(mail).toEqual(tried);
    expect(mail).toMatchObject({
      to: ["owner1@example.com"],
      subject: "Yourturn support: A <b>chart</b>",
    });
    expect(mail?.text).toContain(text);
    expect(mail?.text).toContain(
      `https://yourturn.example/support?thread=${threadId}`,
    );
    expect(mail?.html).toContain("&lt;wait&gt;.<br>Then write.");
    expect(JSON.stringify(mail?.headers ?? {})).not.toMatch(/Unsubscribe/);
  });

  test("others' bookings with the owner's address, and their opt-out, stop no answer", async () => {
    const office = openPostOffice();
    const { app, owner, admin, shop } = await open();
    const { hashSecret } =
      await import("../../../convex/base/rules/secrets.ts");
    const to = "owner1@example.com";
    const addressHash = await hashSecret(to);
    await app.backend.run(async (ctx) => {
      const { businessId } = shop;
      await ctx.db.insert("mailOptOuts", { businessId, addressHash });
      for (let i = 0; i < MAILS_PER_ADDRESS; i += 1)
        await ctx.db.insert("mails", {
          ...{ businessId, ticketId: null, to, kind: "booking", tries: 1 },
          ...{ occasion: `${i}`, state: "sent", nextAt: NOON, at: NOON },
        });
    });
    const threadId = await send(owner);
    await admin.mutation(api.support.admin.answer, { threadId, text: "Done." });
    await runAll(app);
    expect(office.sent.map(({ to }) => to)).toEqual([[to]]);
  });

  test("go to the owner's current address, and not to an owner who has gone", async () => {
    const office = openPostOffice();
    const { app, owner, admin, shop } = await open();
    const threadId = await send(owner);
    const email = "new@example.com";
    await changeRow(app, "businesses", shop.businessId, { email });
    await admin.mutation(api.support.admin.answer, { threadId, text: "One." });
    await runAll(app);
    expect(office.sent.map(({ to }) => to)).toEqual([["new@example.com"]]);
    await admin.mutation(api.support.admin.answer, { threadId, text: "Two." });
    await changeRow(app, "businesses", shop.businessId, { erasedAt: NOON });
    await runAll(app);
    expect(office.sent).toHaveLength(1);
    const late = { threadId, text: "Three." };
    expect(await admin.mutation(api.support.admin.answer, late)).toEqual({
      ...{ ok: false, code: "notFound" },
    });
  });
});

test("threads are deleted with all messages 24 months after the last one", async () => {
  const { app, owner, admin } = await open();
  const old = await send(owner, "Old");
  const kept = await send(owner, "Kept");
  vi.setSystemTime(NOON + 300 * DAY);
  await admin.mutation(api.support.admin.answer, { threadId: kept, text: "x" });
  const cleaned = async (days: number) => {
    vi.setSystemTime(NOON + days * DAY);
    await maintain(app);
    return (await rows(app, "supportThreads")).map(({ _id }) => _id);
  };
  expect(await cleaned(729)).toEqual([old, kept]);
  expect(await cleaned(731)).toEqual([kept]);
  const left = await rows(app, "supportMessages");
  expect(left.map(({ threadId }) => threadId)).toEqual([kept, kept]);
});

test("what visitors have left behind: is listed for admins, newest first, a page at a time", async () => {
  const { app, admin } = await open();
  const request = {
    ...{ firstName: "Ada", lastName: "L", email: "ada@example.com" },
    ...{ phone: null, country: null, productInterest: null, role: null },
    ...{ annualRunRate: null, setupType: "Basic" as const, message: "Hi" },
  };
  await app.backend.run(async (ctx) => {
    for (let n = 0; n < 3; n += 1) {
      const at = NOON + n;
      await ctx.db.insert("demoRequests", { ...request, at });
      const email = `${n}@example.com`;
      await ctx.db.insert("newsletterAddresses", { email, at });
    }
  });
  const paginationOpts = { numItems: 2, cursor: null };
  const found = await admin.query(api.visitors.lists.demoRequests, {
    paginationOpts,
  });
  expect(found.page).toMatchObject([
    { ...request, at: NOON + 2 },
    { at: NOON + 1 },
  ]);
  const rest = await admin.query(api.visitors.lists.demoRequests, {
    paginationOpts: { numItems: 2, cursor: found.continueCursor },
  });
  expect(rest).toMatchObject({ page: [{ at: NOON }], isDone: true });
  const { page } = await admin.query(api.visitors.lists.addresses, {
    paginationOpts,
  });
  expect(page.map(({ email }) => email)).toEqual([
    ...["2@example.com", "1@example.com"],
  ]);
});
