/** product.md A11 and A12: changing the password and the e-mail address. */
import { getFunctionName } from "convex/server";
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import { must } from "../../../convex/base/rules/errors.ts";
import { rows, type App, type Caller } from "../open-app.ts";
import {
  codeFor,
  DEVICE,
  mails,
  NEW_PASSWORD,
  reset,
  settled,
  signIn,
  useMails,
  withAccount,
} from "./resetting.ts";
import {
  holderOf,
  PASSWORD,
  signUpForm,
  submit,
  signedUp,
} from "./signing-in.ts";
import { failsWith, meOf, refusedWith } from "../base/calls.ts";
import { MINUTE } from "../fake-clock.ts";

useMails();
const WRONG = { ok: false, code: "passwordWrong" };
const WRONG_NOW = { ok: false, code: "resetCodeWrong" };

const isSignedIn = async (caller: Caller): Promise<boolean> =>
  (await meOf(caller)) !== null;

const changePassword = (holder: Caller, password = PASSWORD) =>
  holder.action(api.account.credentials.changePassword, {
    ...{ password, newPassword: NEW_PASSWORD, device: DEVICE },
  });

describe("changing the password", () => {
  test("ends every other session and forgets every other browser", async () => {
    const { app, holder } = await withAccount();
    const elsewhere = holderOf(
      app,
      await submit(app, signIn(PASSWORD, { device: "e".repeat(32) })),
    );
    expect(await changePassword(holder)).toEqual({ ok: true });
    expect(await isSignedIn(holder)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await rows(app, "knownDevices")).toHaveLength(1);
    await failsWith(submit(app, signIn(PASSWORD)), "invalidCredentials");
    await submit(app, signIn(NEW_PASSWORD));
  });

  test("invalidates codes that were mailed before", async () => {
    const { app, holder } = await withAccount();
    const code = await codeFor(app, "a@example.com");
    await changePassword(holder);
    await failsWith(submit(app, reset(code)), "resetCodeWrong");
  });

  test("follows the password rule, and changes nothing after a wrong password", async () => {
    const { app, holder } = await withAccount();
    const before = await rows(app, "authAccounts");
    const weak = { password: PASSWORD, newPassword: "short", device: null };
    expect(
      await holder.action(api.account.credentials.changePassword, weak),
    ).toEqual(refusedWith("weakPassword"));
    expect(await changePassword(holder, "Wr0ng!pass")).toEqual(WRONG);
    expect(await rows(app, "authAccounts")).toEqual(before);
  });

  test("counts wrong tries like a sign-in: ten an hour", async () => {
    const { app } = await withAccount();
    // A browser other than the one that signed up: its tries count for its network.
    const from = app.backend.withRequestMetadata({ ip: "203.0.113.9" });
    const session = holderOf(app, await submit(from, signIn(PASSWORD)));
    const holder = session.withRequestMetadata({ ip: "203.0.113.9" });
    for (let i = 0; i < 10; i += 1) {
      const given = { password: "x", newPassword: NEW_PASSWORD, device: null };
      expect(
        await holder.action(api.account.credentials.changePassword, given),
      ).toEqual(WRONG);
    }
    await failsWith(
      holder.action(api.account.credentials.changePassword, {
        ...{ password: PASSWORD, newPassword: NEW_PASSWORD },
        device: null,
      }),
      "tooManyRequests",
    );
  });

  test("is refused when the session has ended meanwhile", async () => {
    const { holder } = await withAccount();
    await holder.mutation(api.account.current.signOutEverywhere, {});
    await failsWith(
      holder.mutation(internal.account.credentials.passwordChanged, {
        ...{ newHash: "x", device: null },
      }),
      "notSignedIn",
    );
  });
});

describe("changing the address", () => {
  const ask = async (app: App, holder: Caller, email = "new@example.com") => {
    const answer = await holder.action(
      api.account.credentials.startEmailChange,
      { ...{ email, password: PASSWORD, device: DEVICE } },
    );
    await settled(app);
    return answer;
  };
  const finish = (holder: Caller, code: string) =>
    holder.action(api.account.credentials.finishEmailChange, { code });
  const codeIn = (text = "") => must(/\d{4} \d{4}/.exec(text)?.[0], "code");

  test("is confirmed by the code sent to the new one, and the old one is notified", async () => {
    const { app, holder } = await withAccount();
    expect(await ask(app, holder, " NEW@example.com ")).toEqual({ ok: true });
    const mail = must(mails.at(-1), "mail");
    expect(mail.to).toEqual(["new@example.com"]);
    const code = codeIn(mail.text);
    const inArabic = code.replace(/\d/g, (digit) =>
      String.fromCodePoint(0x660 + Number(digit)),
    );
    expect(await finish(holder, inArabic)).toEqual({ ok: true });
    await settled(app);
    expect(mails.at(-1)?.to).toEqual(["a@example.com"]);
    expect(mails.at(-1)?.text).not.toContain("new@");
    expect(await isSignedIn(holder)).toBe(true);
    expect((await meOf(holder))?.email).toBe("new@example.com");
    expect(await rows(app, "businesses")).toMatchObject([
      { email: "new@example.com" },
    ]);
    await submit(app, signIn(PASSWORD, { email: "new@example.com" }));
    await failsWith(submit(app, signIn(PASSWORD)), "invalidCredentials");
    // The code is used up.
    expect(await finish(holder, code)).toEqual(WRONG_NOW);
  });

  test("notifies the old one even if the server stops right after it, and whatever is asked for next", async () => {
    const { app, holder } = await withAccount();
    const { emailTried, emailProved } = internal.account.credentials;
    await ask(app, holder);
    const change = must(await holder.mutation(emailTried, {}), "change");
    const { changeId } = change;
    // The action that took the code does nothing after this.
    expect(await holder.mutation(emailProved, { changeId })).toBe(true);
    expect(await holder.mutation(emailTried, {})).toBeNull();
    await ask(app, holder, "next@example.com");
    expect(mails.map(({ to }) => to)).toContainEqual(["a@example.com"]);
  });

  test("needs the password, a valid address and a mail service", async () => {
    const { app, holder } = await withAccount();
    const wrong = { email: "new@example.com", password: "x", device: DEVICE };
    expect(
      await holder.action(api.account.credentials.startEmailChange, wrong),
    ).toEqual(WRONG);
    expect(await ask(app, holder, "new@")).toMatchObject({
      code: "invalidEmail",
    });
    expect(await ask(app, holder, "A@example.com")).toMatchObject({
      code: "emailSame",
    });
    vi.stubEnv("MAIL_API_KEY", "");
    expect(await ask(app, holder)).toMatchObject({ code: "mailOff" });
    expect(mails).toEqual([]);
  });

  test("to another owner's reads the same, sends nothing and can never succeed", async () => {
    const { app, holder } = await withAccount();
    await submit(app, signUpForm("b@example.com"));
    expect(await ask(app, holder, "b@example.com")).toEqual({ ok: true });
    expect(mails).toEqual([]);
    expect(await finish(holder, "12345678")).toEqual(WRONG_NOW);
    // The guess was compared with a code, as for a free address: that takes most of the time.
    const waits = { email: "b@example.com", tries: 1 };
    expect(await rows(app, "emailChanges")).toMatchObject([waits]);
    // The address is taken between code and confirmation.
    await ask(app, holder, "c@example.com");
    const code = codeIn(mails.at(-1)?.text);
    await submit(app, signUpForm("c@example.com"));
    expect(await finish(holder, code)).toEqual(WRONG_NOW);
    expect((await meOf(holder))?.email).toBe("a@example.com");
  });

  test("allows five guesses per code, for ten minutes, and a limited number of codes", async () => {
    const { app, holder } = await withAccount();
    await ask(app, holder);
    let code = codeIn(mails.at(-1)?.text);
    const other = code === "0000 0000" ? "11111111" : "00000000";
    for (let i = 0; i < 5; i += 1)
      expect(await finish(holder, other)).toEqual(WRONG_NOW);
    expect(await finish(holder, code)).toEqual(WRONG_NOW);
    await ask(app, holder);
    code = codeIn(mails.at(-1)?.text);
    vi.setSystemTime(Date.now() + 10 * MINUTE);
    expect(await finish(holder, code)).toEqual(WRONG_NOW);
    const answers: boolean[] = [];
    for (let i = 0; i < 6; i += 1)
      answers.push((await ask(app, holder, `n${i}@example.com`)).ok);
    // Part of the limit has refilled in the meantime.
    expect(answers.filter(Boolean).length).toBeLessThanOrEqual(4);
    expect(answers.at(-1)).toBe(false);
    expect(mails.length).toBeLessThanOrEqual(6);
  });

  test("does not count a malformed code as one of the five guesses", async () => {
    const { app, holder } = await withAccount();
    await holder.action(api.account.credentials.startEmailProof, {});
    await settled(app);
    const finish = (code: string) =>
      holder.action(api.account.credentials.finishEmailChange, { code });
    const counted = await rows(app, "rateLimits");
    for (const code of ["", "1234567", "123456789", "1234567x"])
      expect(await finish(code)).toEqual(WRONG_NOW);
    expect(await rows(app, "emailChanges")).toMatchObject([{ tries: 0 }]);
    expect(await rows(app, "rateLimits")).toEqual(counted);
  });

  test("proves the current one with five codes an hour", async () => {
    const { app, holder } = await withAccount();
    const ask = () =>
      holder.action(api.account.credentials.startEmailProof, {});
    for (let n = 0; n < 5; n += 1) expect(await ask()).toEqual({ ok: true });
    expect(await ask()).toMatchObject({ ok: false, code: "tooManyRequests" });
    await settled(app);
  });

  test("sends an address eight codes an hour, however many accounts ask for them", async () => {
    const { app, holder } = await withAccount();
    const other = await signedUp(app, "b@example.com");
    const answers: boolean[] = [];
    for (let i = 0; i < 9; i += 1)
      answers.push((await ask(app, i < 5 ? holder : other)).ok);
    expect(answers).toEqual([...Array<boolean>(8).fill(true), false]);
    expect(mails).toHaveLength(8);
    expect((await ask(app, other, "next@example.com")).ok).toBe(true);
  });

  test("replaces an older code with a newer one", async () => {
    const { app, holder } = await withAccount();
    await ask(app, holder);
    const first = codeIn(mails.at(-1)?.text);
    await ask(app, holder, "other@example.com");
    expect(await finish(holder, first)).toEqual(WRONG_NOW);
    expect(await finish(holder, codeIn(mails.at(-1)?.text))).toEqual({
      ok: true,
    });
    expect((await meOf(holder))?.email).toBe("other@example.com");
  });

  test("leaves the address in no argument of a job, which outlives the account", async () => {
    const { app, holder } = await withAccount();
    await ask(app, holder);
    expect(mails.at(-1)?.to).toEqual(["new@example.com"]);
    await finish(holder, codeIn(mails.at(-1)?.text));
    await settled(app);
    expect(mails.at(-1)?.to).toEqual(["a@example.com"]);
    const jobs = await app.backend.run((ctx) =>
      ctx.db.system.query("_scheduled_functions").collect(),
    );
    expect(jobs.map(({ name }) => name)).toContain(
      getFunctionName(internal.account.credentials.sendEmailCode),
    );
    expect(JSON.stringify(jobs)).not.toContain("@example.com");
  });

  test("is done even where the old one cannot be notified, which the log says", async () => {
    const { app, holder } = await withAccount();
    await ask(app, holder);
    const code = codeIn(mails.at(-1)?.text);
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 400 }));
    const log = vi.spyOn(console, "error").mockReturnValue();
    expect(await finish(holder, code)).toEqual({ ok: true });
    await settled(app);
    expect(String(log.mock.lastCall)).toMatch(/A mail was not sent: \w+$/);
    expect((await meOf(holder))?.email).toBe("new@example.com");
  });

  test("is refused once the password has been changed since", async () => {
    const { app, holder } = await withAccount();
    await ask(app, holder);
    const code = codeIn(mails.at(-1)?.text);
    await changePassword(holder);
    expect(await finish(holder, code)).toEqual(WRONG_NOW);
    expect(await rows(app, "emailChanges")).toEqual([]);
  });

  test("is refused once a forgotten password has been reset since", async () => {
    const { app, holder } = await withAccount();
    await ask(app, holder);
    const code = codeIn(mails.at(-1)?.text);
    const forgotten = await codeFor(app, "a@example.com");
    const after = holderOf(app, await submit(app, reset(forgotten)));
    expect(await finish(after, code)).toEqual(WRONG_NOW);
  });

  test("is refused after a password change even if its code is made later", async () => {
    const { app, holder } = await withAccount();
    const email = "new@example.com";
    await holder.mutation(internal.account.credentials.emailAsked, { email });
    const [change] = await rows(app, "emailChanges");
    const changeId = must(change, "change")._id;
    const keep = () =>
      app.backend.mutation(internal.account.credentials.keepEmailCode, {
        ...{ changeId, codeHash: "hash" },
      });
    expect(await keep()).toBe("new");
    await changePassword(holder);
    expect(await keep()).toBeNull();
    expect(await rows(app, "emailChanges")).toEqual([]);
  });
});
