/** A page's title before its script runs is the same as afterwards: no title changes while the user reads. */
import { expect, test } from "vitest";
import { pageStrings } from "../../../convex/profile/rules/pageStrings.ts";
import { account } from "../../../src/strings/account.ts";
import { customers } from "../../../src/strings/customers.ts";
import { demo } from "../../../src/strings/demo.ts";
import { everyone } from "../../../src/strings/everyone.ts";
import { legal } from "../../../src/strings/legal.ts";
import { landing } from "../../../src/strings/landing.ts";

test("page titles match those of the screens", () => {
  const { site, home, join, bookDemo, login, signup, privacy, terms, titled } =
    pageStrings;
  expect(site).toBe(everyone.product);
  expect(titled("x")).toBe(everyone.titled("x"));
  expect(home.title).toBe(landing.title);
  expect(join.title("x")).toBe(customers.join.titleAt("x"));
  expect(bookDemo.title).toBe(demo.title);
  expect(login.title).toBe(account.logInTitle);
  expect(privacy.title).toBe(legal.privacy.title);
  expect(terms.title).toBe(legal.terms.title);
  expect(signup.title).toBe(account.signUp.title);
});
