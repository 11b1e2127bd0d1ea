/** The demo shop that a first start seeds: its logins work, and it is clearly marked as a demo. */
import { DEMO_OWNER } from "../convex/demo/rules/logins.ts";
import { seen, test } from "./fixtures.ts";
import { showPart } from "./screens.ts";

test("the demo shop is marked as a demo for its owner and its customers @once", async ({
  page,
  phone,
}) => {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(DEMO_OWNER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_OWNER.password);
  await page.getByRole("button", { name: "Log In" }).click();
  const header = page.getByRole("banner");
  await seen(header.getByText("Fade & Fortune"));
  await seen(header.getByText("Demo", { exact: true }));
  await showPart(page, "Overview");
  const code = page.getByRole("img", { name: /\/join\?b=/ });
  const label = (await code.getAttribute("aria-label")) ?? "";
  await phone.goto(label.slice(label.indexOf("http")));
  await seen(phone.getByText(/^Demo · /));
});
