/** product.md R2: who is invited, by whom, and who gets in. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import type { GivenRole } from "../../../convex/business/rules/roles.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";
import { openPostOffice } from "../mail/post-office.ts";
import {
  openApp,
  rows,
  type App,
  type Caller,
  type Shop,
} from "../open-app.ts";
import {
  allowSessions,
  holderOf,
  PASSWORD,
  signedUp,
  submit,
} from "../account/signing-in.ts";
import { DAY, NOON } from "../fake-clock.ts";

const { accept, invite, look, revoke } = api.team.invitations;

let app: App;
let shop: Shop;

beforeEach(async () => {
  await allowSessions();
  vi.stubEnv("SITE_URL", "https://yourturn.example");
  app = await openApp();
  shop = await app.shop();
});

const asks = (
  by: Caller,
  more: Partial<{ email: string; name: string; role: GivenRole }> = {},
) =>
  by.action(invite, {
    ...{ email: "kim@example.com", name: "Kim", role: "staff" as const },
    ...more,
  });

/** Invites on a server without mail, and returns the link's secret. */
async function secretFor(
  more: Parameters<typeof asks>[1] = {},
  by = shop.owner,
) {
  const answer = await asks(by, more);
  if (!answer.ok || answer.url === null) throw new Error("no url");
  return new URL(answer.url).hash.slice(1);
}

const comesIn = async (secret: string, more: Record<string, string> = {}) =>
  holderOf(
    app,
    await submit(app, {
      ...{ flow: "invited", invitation: secret, password: PASSWORD },
      ...more,
    }),
  );

const seen = (secret: string, by: Pick<Caller, "query"> = app.backend) =>
  by.query(look, { secret });

describe("an invited person", () => {
  test("makes an account without a shop, and works at the counter at once", async () => {
    const secret = await secretFor();
    expect(await seen(secret)).toEqual({
      ...{ businessName: "Shop 1", name: "Kim", email: "kim@example.com" },
      ...{ role: "staff", expiresAt: NOON + 7 * DAY, caller: "none" },
    });
    const kim = await comesIn(secret);
    expect(await meOf(kim)).toMatchObject({
      ...{ email: "kim@example.com", name: "Kim" },
      business: { businessId: shop.businessId, role: "staff" },
    });
    const { queueId } = shop;
    expect(await kim.query(api.desk.actions.board, { queueId })).toBeDefined();
    expect(await rows(app, "businesses")).toHaveLength(1);
    expect(await rows(app, "invitations")).toEqual([]);
    expect(await seen(secret)).toBeNull();
  });

  test("gets in where sign-up is closed to others", async () => {
    vi.stubEnv("SIGN_UP_EMAILS", "boss@example.com");
    const kim = await comesIn(await secretFor());
    expect((await meOf(kim))?.business?.role).toBe("staff");
  });

  test("uses the link once, and only in time", async () => {
    const secret = await secretFor();
    await comesIn(secret);
    await failsWith(comesIn(secret), "invitationGone");
    const late = await secretFor({ email: "lee@example.com", name: "Lee" });
    vi.setSystemTime(NOON + 7 * DAY);
    await failsWith(comesIn(late), "invitationGone");
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    const lee = await signedUp(app, "lee@example.com");
    expect(await lee.mutation(accept, { secret: late })).toEqual(
      refusedWith("invitationGone"),
    );
    expect(await rows(app, "members")).toHaveLength(1);
  });

  test("needs a good password, and a secret that was made", async () => {
    const secret = await secretFor();
    await failsWith(comesIn(secret, { password: "short" }), "weakPassword");
    for (const wrong of ["", "x".repeat(32), "x".repeat(5_000)]) {
      await failsWith(comesIn(wrong), "invitationGone");
      expect(await seen(wrong)).toBeNull();
      expect(await shop.owner.mutation(accept, { secret: wrong })).toEqual(
        refusedWith("invitationGone"),
      );
    }
    expect(await rows(app, "members")).toEqual([]);
  });

  test("with an account accepts under the invited address alone", async () => {
    vi.stubEnv("STRIPE_SECRET_KEY", "");
    const secret = await secretFor();
    const { caller: kim, userId } = await app.member(shop, "staff", {
      ...{ email: "kim@example.com", name: "Old" },
    });
    expect((await seen(secret))?.caller).toBe("signedOut");
    expect((await seen(secret, shop.owner))?.caller).toBe("other");
    expect(await shop.owner.mutation(accept, { secret })).toEqual(
      refusedWith("invitationForOther"),
    );
    expect((await seen(secret, kim))?.caller).toBe("worksElsewhere");
    expect(await kim.mutation(accept, { secret })).toEqual(
      refusedWith("worksElsewhere"),
    );
    await app.backend.run(async (ctx) => {
      for await (const row of ctx.db.query("members"))
        if (row.userId === userId)
          await ctx.db.patch("members", row._id, { removedAt: NOON });
    });
    expect((await seen(secret, kim))?.caller).toBe("ready");
    expect(await kim.mutation(accept, { secret })).toEqual({ ok: true });
    expect((await meOf(kim))?.name).toBe("Kim");
    expect(await kim.mutation(accept, { secret })).toEqual(
      refusedWith("invitationGone"),
    );
  });

  test("with a shop of their own keeps it, and does not get in", async () => {
    const secret = await secretFor();
    const kim = await signedUp(app, "kim@example.com");
    expect((await seen(secret, kim))?.caller).toBe("hasOwnShop");
    expect(await kim.mutation(accept, { secret })).toEqual(
      refusedWith("hasOwnShop"),
    );
    await failsWith(comesIn(secret), "invitationGone");
    expect((await meOf(kim))?.business?.role).toBe("owner");
  });

  test("finds the shop full when its plan has no room left", async () => {
    const first = await secretFor();
    const second = await secretFor({ email: "lee@example.com", name: "Lee" });
    await comesIn(first);
    await app.member(shop, "staff");
    await failsWith(comesIn(second), "teamFull");
  });

  test("is kept from trying without end", async () => {
    const secret = await secretFor();
    await signedUp(app, "kim@example.com");
    for (let tries = 0; tries < 100; tries += 1)
      await failsWith(comesIn(secret), "invitationGone");
    await failsWith(comesIn(secret), "tooManyRequests");
  });

  test("finds nothing of a deleted shop", async () => {
    const secret = await secretFor();
    await app.backend.run(
      async (ctx) =>
        await ctx.db.patch("businesses", shop.businessId, { erasedAt: NOON }),
    );
    expect(await seen(secret)).toBeNull();
    await failsWith(comesIn(secret), "invitationGone");
  });
});

describe("inviting", () => {
  test("counts people and open invitations against the plan", async () => {
    await secretFor();
    await secretFor({ email: "lee@example.com", name: "Lee" });
    const third = { email: "max@example.com", name: "Max" };
    expect(await asks(shop.owner, third)).toEqual(
      refusedWith("teamFull", { limit: 3 }),
    );
    vi.setSystemTime(NOON + 7 * DAY);
    expect(await asks(shop.owner, third)).toMatchObject({ ok: true });
  });

  test("leaves the invited address in no record that outlives the invitation", async () => {
    await secretFor();
    const kept = JSON.stringify(await rows(app, "auditEvents"));
    expect(kept).toContain("memberInvited");
    expect(kept).not.toContain("kim@example.com");
  });

  test("again replaces the first invitation, whose link ends", async () => {
    const first = await secretFor();
    const second = await secretFor({ role: "manager" });
    expect(await seen(first)).toBeNull();
    expect((await seen(second))?.role).toBe("manager");
    expect(await rows(app, "invitations")).toHaveLength(1);
  });

  test("refuses bad addresses, taken names and people who are there", async () => {
    const { email } = (await meOf(shop.owner)) ?? {};
    for (const [given, answer] of [
      [{ email: "kim" }, refusedWith("invalidEmail")],
      [{ email }, refusedWith("inTeam")],
      [{ name: " " }, refusedWith("nameEmpty")],
      [{ name: "k".repeat(41) }, refusedWith("nameTooLong", { max: 40 })],
    ] as const)
      expect(await asks(shop.owner, given)).toEqual(answer);
    await secretFor();
    const other = { email: "lee@example.com", name: "KIM" };
    expect(await asks(shop.owner, other)).toEqual(
      refusedWith("personNameTaken"),
    );
  });

  test("is for roles below one's own, and so is withdrawing", async () => {
    const { caller: manager } = await app.member(shop, "manager");
    await failsWith(asks(manager, { role: "manager" }), "notAllowed");
    await secretFor({ role: "manager" });
    await failsWith(asks(manager, { role: "staff" }), "notAllowed");
    const [row] = await rows(app, "invitations");
    const invitationId = row?._id ?? "";
    await failsWith(manager.mutation(revoke, { invitationId }), "notAllowed");
    await shop.owner.mutation(revoke, { invitationId });
    expect(await rows(app, "invitations")).toEqual([]);
  });

  test("needs a proven address and a plan, so that nobody mails strangers for nothing", async () => {
    openPostOffice();
    await failsWith(asks(shop.owner), "emailUnproven");
    await app.lapse(shop);
    await failsWith(asks(shop.owner), "notSubscribed");
  });

  test("ends with the owner's old password, not with a manager's", async () => {
    const secret = await secretFor();
    const { userId } = await app.member(shop, "manager");
    for (const [by, left] of [
      [userId, 1],
      [shop.ownerId, 0],
    ] as const) {
      const args = { userId: by, now: NOON };
      await app.backend.mutation(internal.privacy.readers.end, args);
      expect(await rows(app, "invitations")).toHaveLength(left);
    }
    expect(await seen(secret)).toBeNull();
  });

  test("that was accepted in the last 30 days is in a mail after the owner's reset, with no link of a name's", async () => {
    await app.member(shop, "staff", { name: "Lee" });
    vi.setSystemTime(NOON + 31 * DAY);
    await app.member(shop, "manager", { name: "Win at evil.example" });
    const { sent } = openPostOffice();
    const reset = async () => {
      const args = { userId: shop.ownerId, now: Date.now() };
      await app.backend.mutation(internal.privacy.readers.end, args);
      await app.backend.finishAllScheduledFunctions(vi.runAllTimers);
    };
    await reset();
    expect(sent).toMatchObject([{ to: ["owner1@example.com"] }]);
    expect(sent[0]?.text).toContain("\nWin at evil.\u200cexample (manager)\n");
    expect(sent[0]?.text).toContain(": https://yourturn.example/team");
    expect(JSON.stringify(sent)).not.toMatch(/Lee|evil\.example/);
    vi.setSystemTime(NOON + 62 * DAY);
    await reset();
    expect(sent).toHaveLength(1);
  });

  test("ends with the work or the password of the manager who sent it: it may be to themselves", async () => {
    shop = await app.shop({ plan: "pro" });
    const { changeRole, leave, remove } = api.team.people;
    const ends = {
      removed: async (personId: Id<"users">) =>
        await shop.owner.mutation(remove, { personId }),
      left: async (_: Id<"users">, by: Caller) => await by.mutation(leave, {}),
      demoted: async (personId: Id<"users">) =>
        await shop.owner.mutation(changeRole, { personId, role: "staff" }),
      reset: async (userId: Id<"users">) =>
        await app.backend.mutation(internal.privacy.readers.end, {
          ...{ userId, now: NOON },
        }),
    };
    const kept = await secretFor();
    for (const [how, end] of Object.entries(ends)) {
      const { caller: manager, userId } = await app.member(shop, "manager");
      const own = { email: `${how}@example.com`, name: how };
      const theirs = await secretFor(own, manager);
      await end(userId, manager);
      await failsWith(comesIn(theirs), "invitationGone");
      expect(await seen(theirs)).toBeNull();
    }
    expect(await seen(kept)).not.toBeNull();
  });

  test("is limited for one address and for one shop", async () => {
    for (let times = 0; times < 3; times += 1) await secretFor();
    await failsWith(asks(shop.owner), "tooManyRequests");
    // Another shop's invitation is not in its way, until a stranger's mailbox has had enough.
    for (let shops = 1; shops < 4; shops += 1) {
      const { owner } = await app.shop();
      for (let times = 0; times < 3; times += 1) await secretFor({}, owner);
      await failsWith(asks(owner), "tooManyRequests");
    }
    await failsWith(asks((await app.shop()).owner), "tooManyRequests");
    vi.setSystemTime(NOON + DAY / 24);
    await secretFor();
  });

  test("mails the link alone, which proves the address", async () => {
    const { sent, answers } = openPostOffice();
    const { ownerId } = shop;
    await app.backend.run(
      async (ctx) =>
        await ctx.db.patch("users", ownerId, { emailVerificationTime: NOON }),
    );
    const evil = { name: "Win at evil.example" };
    expect(await asks(shop.owner, evil)).toEqual({ ok: true, url: null });
    const [mail] = sent;
    // No mail program makes the name a link, and no browser opens such a host.
    expect(mail?.text).toContain("Win at evil.\u200cexample");
    expect(URL.canParse("https://evil.\u200cexample")).toBe(false);
    expect(JSON.stringify(mail)).not.toContain("evil.example");
    expect(mail?.to).toEqual(["kim@example.com"]);
    const link = /https:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    const kim = await comesIn(new URL(link).hash.slice(1));
    expect((await meOf(kim))?.needsProof).toBe(false);
    answers.push(422);
    const lee = { email: "lee@example.com", name: "Lee" };
    expect(await asks(shop.owner, lee)).toEqual(
      refusedWith("invitationNotSent"),
    );
    expect(await asks(shop.owner, lee)).toEqual({ ok: true, url: null });
  });
});
