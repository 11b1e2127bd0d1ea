/** product.md E4: the page behind the link in an e-mail. */
import { expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import UnsubscribeScreen from "../../../src/routes/unsubscribe.tsx";
import { find, freshBackend, press } from "../fake-backend.tsx";
import { open, page } from "../fake-session.tsx";

const path = "/unsubscribe";
const args = { token: "t1" };
const backend = freshBackend();
const show = () =>
  open(backend, `${path}?token=t1`, { path, element: <UnsubscribeScreen /> });

test("a failure is reported and the button stays; an unknown link only leads home", async () => {
  backend.set(api.upkeep.mails.subscription, args, {
    businessName: null,
    isOver: false,
  });
  backend.fail(api.upkeep.mails.unsubscribe);
  await show();
  await press(/^Stop these e-mails/);
  find("[role='alert']", /^That didn't work/);
  await backend.change(api.upkeep.mails.subscription, args, null);
  expect(page()).toContain("This link doesn't work");
  expect(document.querySelector("main button")).toBeNull();
  expect(find("main a", "Go to Home").getAttribute("href")).toBe("/");
});
