/** The reports: from a phone that looks and joins to the owner's figures, the plan's limits, and the file. */
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { api } from "../convex/_generated/api.js";
import { DEMO_OWNER } from "../convex/demo/rules/logins.ts";
import { expect, seen, test } from "./fixtures.ts";
import { showPart } from "./screens.ts";
import { addQueue, callNext, join, newSecret, setPlan } from "./world.ts";

/** A name that a spreadsheet would run. */
const FORMULA = '=HYPERLINK("http://x","y")';
const weekday = (at: number) =>
  new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    timeZone: "Europe/London",
  }).format(at);
const figure = (page: Page, name: string) =>
  page.locator("dl > div").filter({ hasText: name }).locator("dd").first();

test("a visit is in the reports at once, and the plan limits how far back they go @once", async ({
  address,
  business,
  ownerPage,
  phone,
}) => {
  const { owner, queueId, joinPath } = business;
  await phone.goto(joinPath);
  await phone.getByRole("button", { name: "Join Queue" }).click();
  await seen(phone.getByText("#1", { exact: true }).first());
  await ownerPage.goto("/dashboard");
  await showPart(ownerPage, "Manage");
  await ownerPage.getByRole("link", { name: "Reports" }).click();
  // A shop's first week, so it is not last week's report.
  const days = ownerPage.getByRole("group", { name: "Days" });
  await expect(days.getByLabel("This week")).toBeChecked();
  await seen(ownerPage.getByRole("heading", { name: "You served nobody." }));
  const called = await callNext(owner, queueId);
  if (!called.ok) throw new Error(called.code);
  const acting = { ticketId: called.ticketId, requestKey: newSecret() };
  await owner.client.mutation(api.desk.actions.done, acting);
  await seen(ownerPage.getByRole("heading", { name: /You served 1 person/ }));
  await expect(figure(ownerPage, "Served")).toHaveText("1");
  // Starter: seven days, no comparison, no file, no lost customers.
  await expect(days.getByLabel("Last 4 weeks (Pro)")).toBeDisabled();
  await expect(days.getByLabel("Choose days (Pro)")).toBeDisabled();
  await days.getByText("Last week").click();
  // On a Sunday no day of last week is among the last seven.
  const isSunday = weekday(Date.now()) === "Sunday";
  const name = isSunday ? /plan doesn't include/ : "Nothing happened";
  await seen(ownerPage.getByRole("heading", { name }));
  await days.getByText("This week").click();
  await expect(ownerPage.getByRole("button", { name: /CSV/ })).toBeHidden();
  await seen(
    ownerPage.getByRole("heading", { name: /plan shows the last 7 days/ }),
  );
  await ownerPage.getByRole("button", { name: "Upgrade to Pro" }).click();
  await expect(ownerPage.getByRole("alertdialog")).toContainText("Pro");
  await ownerPage.keyboard.press("Escape");
  const formula = await addQueue(owner, FORMULA);
  await join(address, formula);
  await setPlan(address, owner, "pro");
  await seen(ownerPage.getByRole("heading", { name: "Who went away" }));
  const download = ownerPage.waitForEvent("download");
  await ownerPage.getByRole("button", { name: "Download CSV" }).click();
  const file = readFileSync(await (await download).path(), "utf8");
  expect(file).toMatch(/^\uFEFFDay,Letter,Queue,Joined,/);
  expect(file).toContain(`,H,"'=HYPERLINK(""http://x"",""y"")",1,`);
  expect(file).toContain(",W,Walk-ins,1,1,");
});

test("the demo shop's reports compare, draw, list, filter by queue and show what one more chair brings @once", async ({
  page,
}) => {
  await page.goto("/login?redirect=/reports");
  await page.getByLabel("E-mail").fill(DEMO_OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_OWNER.password);
  await page.getByRole("button", { name: "Log In" }).click();
  const days = page.getByRole("group", { name: "Days" });
  await expect(days.getByLabel("Last week")).toBeChecked();
  const title = page.getByRole("heading", {
    name: /^You served [\d,]+ people/,
  });
  await expect(title).toContainText(/(more|fewer|as many) .*the week before/);
  await seen(page.getByText("Compared with the week before."));
  await seen(page.getByText(/^(better|worse) than \d+ of \d+$/));
  const byDay = page.getByRole("img", { name: /^People served by day: Mon / });
  await seen(byDay);
  await expect(page.getByText("on a weekday")).toBeHidden();
  await days.getByText("Last 4 weeks").click();
  await expect(title).toContainText("the 4 weeks before");
  const byHour = page.getByRole("region", { name: "People joined by hour" });
  await seen(byHour.getByText(/busiest on \w+days, \d\d:00 to \d\d:00\./));
  await byHour.getByRole("button", { name: "Show as table" }).click();
  await seen(byHour.getByRole("row", { name: /^11:00 / }));
  await seen(page.getByRole("region", { name: "People served on a weekday" }));
  const chair = page.getByRole("region", {
    name: /^One more chair would have kept about \d+ people$/,
  });
  await expect(chair.getByRole("listitem").first()).toContainText(
    /days, \d\d:00 to \d\d:00.*went away when the wait was about .* With one more chair: /,
  );
  const away = page.getByRole("region", { name: "Who went away" });
  await seen(away.getByText(/^\d+ of [\d,]+ visitors went away$/));
  const all = await figure(page, "Served").textContent();
  await page
    .getByRole("combobox", { name: "Queue" })
    .selectOption("Beard trim");
  await expect(figure(page, "Served")).not.toHaveText(all ?? "");
  await days.getByText("Choose days").click();
  await page.getByLabel("From").fill("2026-02-01");
  await page.getByLabel("To", { exact: true }).fill("2026-01-01");
  await page.getByLabel("To", { exact: true }).blur();
  await seen(page.getByText("The first day can't be after the last."));
  await page.getByLabel("From").fill("2020-01-01");
  await page.getByLabel("To", { exact: true }).fill("2020-01-07");
  await seen(
    page.getByRole("heading", { name: "Nothing happened on these days." }),
  );
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue("2020-01-01");
});
