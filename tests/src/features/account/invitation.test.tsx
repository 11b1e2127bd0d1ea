/** What an invitation's link shows, and where each way leads. */
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import {
  isLoggingOut,
  setLoggingOut,
} from "../../../../src/lib/account/logging-out.ts";
import InvitationScreen from "../../../../src/routes/invitation.tsx";
import { call, find, freshBackend, press } from "../../fake-backend.tsx";
import {
  beSigned,
  member,
  open,
  page,
  place,
  signOut,
} from "../../fake-session.tsx";
import { NOW, SECRET } from "../../samples.ts";

const { look, accept } = api.team.invitations;
const GONE = "This invitation was used or has expired. Ask for a new one.";
/** With the text that it has while it is busy. */
const JOIN = /^Join Fade & Fortune/;
const found = {
  businessName: "Fade & Fortune",
  name: "Mia",
  email: "mia@example.com",
  role: "staff",
  expiresAt: NOW + 60_000,
};
const backend = freshBackend();
const show = async (
  answer: object | null,
  address = `/invitation#${SECRET}`,
) => {
  backend.set(look, { secret: SECRET }, answer);
  await open(backend, address, <InvitationScreen />);
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  sessionStorage.clear();
  setLoggingOut(false);
});

test.each([null, { ...found, caller: "ready", expiresAt: NOW }])(
  "a link that cannot be used says so, and leads to the log-in: %s",
  async (answer) => {
    await show(answer);
    expect(page()).toContain(GONE);
    expect(find("main a").getAttribute("href")).toBe("/login");
    expect(document.querySelector("main button")).toBeNull();
  },
);

test("who has an account logs in, and comes back without the secret in an address", async () => {
  await show({ ...found, caller: "signedOut" });
  await press("Log In");
  expect(place()).toBe("/login?redirect=%2Finvitation");
  await show({ ...found, caller: "ready" }, "/invitation");
  find("button", JOIN);
});

test("who is ready accepts and lands on the dashboard", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, member("staff"));
  backend.on(accept, () => {
    backend.set(look, { secret: SECRET }, null);
    return { ok: true };
  });
  await show({ ...found, caller: "ready" });
  expect(backend.sent).toEqual([]);
  await press(JOIN);
  expect(backend.sent).toEqual([call(accept, { secret: SECRET })]);
  expect(place()).toBe("/dashboard");
});

test("a refusal is shown, and the button stays", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, member("staff"));
  backend.refuse(accept, "teamFull", { limit: 5 });
  await show({ ...found, caller: "ready" });
  await press(JOIN);
  expect(page()).toContain("This shop's plan allows 5 people");
  find("button", JOIN);
  await backend.change(look, { secret: SECRET }, null);
  expect(page()).toContain(GONE);
});

test("somebody else logs out and stays at the invitation", async () => {
  beSigned("in");
  backend.set(api.account.current.me, {}, member("manager"));
  signOut.mockImplementation(async () => beSigned("out"));
  await show({ ...found, caller: "other" });
  expect(page()).toContain("You are logged in as anna@example.com.");
  await press("Log out");
  await backend.change(look, { secret: SECRET }, { ...found, caller: "none" });
  expect(find("[name=email]")).toHaveProperty("value", "mia@example.com");
  expect(isLoggingOut()).toBe(false);
});

test.each([
  ["hasOwnShop", "This account has its own shop."],
  ["worksElsewhere", "This account works at another shop."],
])("%s cannot join", async (caller, why) => {
  await show({ ...found, caller });
  expect(page()).toContain(why);
  expect(document.querySelector("main button")).toBeNull();
});
