/** product.md O47: admins get an e-mail about messages that no admin has read. */
import { expect, test, vi } from "vitest";
import { api } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { openApp, rows, type App, type Caller, granted } from "../open-app.ts";
import { openPostOffice } from "../mail/post-office.ts";
import { jobsOf } from "../base/calls.ts";
import { changeRow, deleteRows } from "../base/tables.ts";
import { MINUTE, NOON } from "../fake-clock.ts";

async function open() {
  const app = await openApp();
  const shop = await app.shop();
  return { app, shop, owner: shop.owner, admin: await app.admin() };
}

async function send(owner: Caller, subject = "Chart") {
  const text = "The chart stays empty.";
  const sent = granted(
    await owner.mutation(api.support.owner.send, { subject, text }),
  );
  return sent.threadId;
}

const runAll = async (app: App) =>
  await app.backend.finishAllScheduledFunctions(vi.runAllTimers);

const told = (office: ReturnType<typeof openPostOffice>) =>
  office.sent.map(({ to, subject }) => [to[0], subject]);
const mail = (to: string) => [to, "Yourturn support: Shop 1 wrote"];
/** Opens a shop and admins who sign in by their addresses. */
const openAll = async (...others: string[]) => {
  const opened = await open();
  for (const email of others) await opened.app.admin({ email });
  await opened.app.backend.run(async (ctx) => {
    for (const { userId } of await ctx.db.query("admins").collect()) {
      const providerAccountId = (await ctx.db.get("users", userId))?.email;
      await ctx.db.insert("authAccounts", {
        ...{ userId, provider: "password", secret: "" },
        providerAccountId: must(providerAccountId, "address"),
      });
    }
  });
  return { ...opened, office: openPostOffice() };
};

test("every admin gets one mail, with a link and without the message's text", async () => {
  const { app, owner, office } = await openAll("boss@example.com");
  const threadId = await send(owner, "A <b>chart</b> at evil.example");
  await runAll(app);
  const admins = ["admin@example.com", "boss@example.com"];
  expect(told(office)).toEqual(admins.map(mail));
  const { text, html, headers } = must(office.sent[0], "mail");
  expect(text).toContain("Shop 1 wrote to Yourturn support: A <b>chart");
  expect(text).toContain(
    `https://yourturn.example/admin/support?thread=${threadId}`,
  );
  expect(`${text}${html}`).not.toContain("stays empty");
  expect(html).not.toContain("<b>");
  // No link to a stranger's page.
  expect(`${text}${html}`).not.toContain("evil.example");
  expect(JSON.stringify(headers ?? {})).not.toMatch(/Unsubscribe/);
  // Without a business id, these mails are in no owner's export and survive the end of the account.
  expect(await rows(app, "mails")).toMatchObject(
    admins.map(() => ({ businessId: null })),
  );
});

test("a thread brings one mail until an admin reads it, and another for what came later", async () => {
  const { app, owner, admin, office } = await openAll();
  const threadId = await send(owner);
  await owner.mutation(api.support.owner.reply, { threadId, text: "Hello?" });
  await runAll(app);
  await owner.mutation(api.support.owner.reply, { threadId, text: "Nobody?" });
  await runAll(app);
  expect(told(office)).toEqual([mail("admin@example.com")]);
  await admin.mutation(api.support.admin.markRead, { threadId });
  await owner.mutation(api.support.owner.reply, {
    threadId,
    text: "One more.",
  });
  await runAll(app);
  expect(office.sent).toHaveLength(2);
  await admin.mutation(api.support.admin.answer, { threadId, text: "Yes." });
  await owner.mutation(api.support.owner.reply, { threadId, text: "Thanks." });
  await runAll(app);
  // The answer went to the owner.
  expect(
    office.sent
      .slice(2)
      .map(({ to }) => to[0])
      .sort(),
  ).toEqual([...["admin@example.com", "owner1@example.com"]]);
});

test("messages read within two minutes bring no mail; what came after brings one", async () => {
  const { app, owner, admin, office } = await openAll();
  const threadId = await send(owner);
  const only = await send(owner, "Only this");
  await vi.advanceTimersByTimeAsync(MINUTE);
  await admin.mutation(api.support.admin.markRead, { threadId });
  await admin.mutation(api.support.admin.markRead, { threadId: only });
  await owner.mutation(api.support.owner.reply, {
    threadId,
    text: "And this.",
  });
  await vi.advanceTimersByTimeAsync(1.5 * MINUTE);
  await app.backend.finishInProgressScheduledFunctions();
  expect(office.sent).toEqual([]);
  await runAll(app);
  expect(office.sent).toHaveLength(1);
  const reasons = (await rows(app, "mails")).map(({ reason }) => reason);
  expect(reasons).toEqual(["overtaken", "overtaken", undefined]);
});

test("no mail goes to former admins, to an address given up, or about a deleted business", async () => {
  const { app, owner, office } = await openAll();
  await send(owner);
  await deleteRows(app, "admins");
  await runAll(app);
  const { app: moved, owner: third } = await openAll();
  await send(third);
  await moved.backend.run(async (ctx) => {
    const address = (q: { providerAccountId: string }) =>
      q.providerAccountId === "admin@example.com";
    const account = (await ctx.db.query("authAccounts").collect()).find(
      address,
    );
    const providerAccountId = "new@example.com";
    await ctx.db.patch("authAccounts", must(account, "admin's")._id, {
      providerAccountId,
    });
  });
  await runAll(moved);
  const { app: gone, owner: last, shop } = await openAll();
  await send(last);
  await changeRow(gone, "businesses", shop.businessId, { erasedAt: NOON });
  await runAll(gone);
  expect(office.sent).toEqual([]);
  for (const one of [app, moved, gone])
    expect(await rows(one, "mails")).toMatchObject([{ reason: "overtaken" }]);
});

test("an admin gets thirty mails an hour, and owners still get mails about answers", async () => {
  const { app, owner, admin, office } = await openAll();
  const other = await app.shop();
  for (let n = 1; n <= 20; n += 1) {
    await send(owner, `${n}`);
    if (n <= 12) await send(other.owner, `${n}`);
  }
  const [thread] = await rows(app, "supportThreads");
  const threadId = must(thread, "thread")._id;
  await admin.mutation(api.support.admin.answer, { threadId, text: "Yes." });
  await runAll(app);
  const kept = await rows(app, "mails");
  const skipped = kept.filter(({ reason }) => reason === "tooMany");
  expect(skipped).toHaveLength(2);
  // The skipped mails have no job.
  const jobs = await jobsOf(app);
  const delivered = new Set(
    jobs.flatMap(({ args }) => (args[0] as { mailId?: string }).mailId ?? []),
  );
  for (const { _id } of skipped) expect(delivered).not.toContain(_id);
  expect(office.sent.map(({ to }) => to[0])).toContain("owner1@example.com");
});
