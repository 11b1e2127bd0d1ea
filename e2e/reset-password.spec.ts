/** A forgotten password: the code arrives by e-mail, here in the stand-in's outbox. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "../convex/_generated/api.js";
import { expectAccessible } from "./accessible.ts";
import { expect, seen, test as base } from "./fixtures.ts";
import { mailsTo } from "./standins.ts";
import { newAccount, register, signUp } from "./world.ts";

const test = base.extend({
  owner: async ({ address }, use) => {
    await use(await signUp(address, newAccount(), register));
  },
});

// Convex's client logs a function's refusal: here the wrong code.
test.use({
  expectedConsoleErrors: [/CONVEX A\(auth:signIn\)[^]*resetCodeWrong/],
});

test("the mailed code sets a new password, and the old one no longer works @once @core", async ({
  page,
  owner,
  address,
}) => {
  const { email, password } = owner.account;
  const wanted = `${password}-new`;
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await seen(page.getByRole("heading", { name: "Forgot your password?" }));
  await expectAccessible(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await seen(page.getByRole("heading", { name: "Set a new password" }));
  await expect.poll(() => mailsTo(email)).toHaveLength(1);
  const [mail] = await mailsTo(email);
  const code = /\d{4} \d{4}/.exec(mail ?? "")?.[0] ?? "";
  await page.getByLabel("Code").fill("0000 0000");
  await page.getByLabel("New password").fill(wanted);
  await page.getByRole("button", { name: "Set new password" }).click();
  await seen(page.getByRole("alert"));
  await expectAccessible(page);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const client = new ConvexHttpClient(address, { logger: false });
  const signIn = (with_: string) =>
    client.action(api.auth.signIn, {
      provider: "password",
      params: { flow: "signIn", email, password: with_ },
    });
  await expect(signIn(password)).rejects.toThrow();
  expect((await signIn(wanted)).tokens).toBeTruthy();
});
