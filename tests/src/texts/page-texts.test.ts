/** What a page says of itself before its script runs is what it says afterwards: no title changes under the reader's eyes. */
import { expect, test } from "vitest";
import { pageTexts } from "../../../convex/profile/rules/pageTexts.ts";
import { account } from "../../../src/texts/en/account.ts";
import { customers } from "../../../src/texts/en/customers.ts";
import { demo } from "../../../src/texts/en/demo.ts";
import { everyone } from "../../../src/texts/en/everyone.ts";
import { landing } from "../../../src/texts/en/landing.ts";

test("titles are those of the screens", () => {
  const { site, home, join, bookDemo, login, signup, titled } = pageTexts;
  expect(site).toBe(everyone.product);
  expect(titled("x")).toBe(everyone.titled("x"));
  expect(home.title).toBe(landing.title);
  expect(join.title("x")).toBe(customers.join.titleAt("x"));
  expect(bookDemo.title).toBe(demo.title);
  expect(login.title).toBe(account.logInTitle);
  expect(signup.title).toBe(account.signUp.title);
});
