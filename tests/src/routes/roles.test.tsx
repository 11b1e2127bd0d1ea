/** A role's pages ask the server for nothing above it, and offer nothing above it. */
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import DashboardScreen from "../../../src/routes/dashboard.tsx";
import PosterScreen from "../../../src/routes/poster.tsx";
import ProfileScreen from "../../../src/routes/profile.tsx";
import ReportsScreen from "../../../src/routes/reports.tsx";
import SupportScreen from "../../../src/routes/support.tsx";
// Loaded already, so that they take no time that React cannot see.
import "../../../src/features/account/leave-card.tsx";
import "../../../src/features/account/second-factor-card.tsx";
import "../../../src/features/messages/sms-card.tsx";
import "../../../src/features/reports/own-days.tsx";
import "../../../src/features/team/pin-card.tsx";
import "../../../src/features/sharing/join-card.tsx";
import "../../../src/features/desk/desk-window.tsx";
import "../../../src/routes/dashboard/manage.tsx";
import "../../../src/routes/profile/content.tsx";
import "../../../src/routes/support/matters.tsx";
import {
  click,
  closeDrawn,
  find,
  freshBackend,
  press,
} from "../fake-backend.tsx";
import { furnish, member, open, page, place } from "../fake-session.tsx";
import { stubWidth } from "../width.ts";
import { loaded, texts } from "../user.ts";

const backend = freshBackend();
const screens = {
  "/dashboard": <DashboardScreen />,
  "/profile": <ProfileScreen />,
  "/support": <SupportScreen />,
  "/reports": <ReportsScreen />,
  "/poster": <PosterScreen />,
};
type Address = keyof typeof screens;

beforeEach(() => {
  furnish(backend);
});

async function show(
  role: "manager" | "staff",
  address: Address,
  more: { wide?: boolean; hash?: string } = {},
) {
  const { wide = true, hash = "" } = more;
  await closeDrawn();
  stubWidth(wide);
  backend.set(api.account.current.me, {}, member(role, { plan: "pro" }));
  await open(backend, address + hash, screens[address]);
  await loaded();
}

/** The builder of a query, such as 'managerQuery'. */
function levelOf(name: string): string {
  const [file = "", one = ""] = name.split(":");
  const source = readFileSync(`convex/${file}.ts`, "utf8");
  return new RegExp(`const ${one} = (\\w+)`).exec(source)?.[1] ?? name;
}
const FOR_ALL = ["publicQuery", "userQuery", "counterQuery"];
const above = (role: "manager" | "staff") => {
  const allowed = role === "staff" ? FOR_ALL : [...FOR_ALL, "managerQuery"];
  return backend.asked.filter((name) => !allowed.includes(levelOf(name)));
};

test.each([
  ["staff", "/dashboard", true],
  ["staff", "/dashboard", false],
  ["staff", "/profile", true],
  ["manager", "/dashboard", true],
  ["manager", "/dashboard", false],
  ["manager", "/profile", true],
  ["manager", "/support", false],
  ["manager", "/reports", true],
  ["manager", "/poster", true],
] as const)(
  "%s at %s (wide: %s) ask for nothing above",
  async (role, address, wide) => {
    for (const tab of ["overview", "queue", "manage"]) {
      localStorage.setItem("yourturn.tab", tab);
      await show(role, address, { wide });
    }
    expect(backend.asked).toContain("account/current:me");
    expect(above(role)).toEqual([]);
  },
);

test("staff have no Reset, no queues to manage, and no way to texts or calendars", async () => {
  await show("staff", "/dashboard", { hash: "#manage-queues" });
  expect(document.querySelector("[role=dialog]")).toBeNull();
  await click("[aria-label=More]");
  expect(page()).toContain("Keyboard");
  expect(page()).not.toMatch(/Reset Queue|Manage Queues|SMS|Calendar/);
});

test("on a phone staff have the queue in place of Manage", async () => {
  localStorage.setItem("yourturn.tab", "manage");
  await show("staff", "/dashboard", { wide: false, hash: "#sms-settings" });
  expect(find("nav [aria-current]").textContent).toBe("Queue");
});

test("staff cannot erase a test ticket", async () => {
  await show("staff", "/dashboard");
  await click("[aria-label^='More for #2']");
  await click("[role=menuitem]", /^Edit/);
  find("[role=dialog] h2", /^Edit #2/);
  expect(page()).not.toContain("Test ticket, erase it");
});

test("a manager who leaves reads that their tablets and invitations stop working", async () => {
  await show("manager", "/profile");
  expect(page()).toContain("Tablets you added and invitations you sent");
});

test("the profile's index names every card in order, those that load late as well", async () => {
  backend.set(api.team.tablets.ownPin, {}, { isSet: false });
  await show("manager", "/profile");
  const cards = texts("main section h2");
  expect(cards).toContain("PIN for the tablet");
  expect(texts("nav[aria-label='On this page'] a")).toEqual(cards);
});

test("staff have only their account and their own figures on the profile, and can leave", async () => {
  backend.set(
    api.account.secondFactor.status,
    {},
    {
      ...{ since: null, recoveryLeft: 0, isPossible: true },
    },
  );
  backend.on(api.team.people.leave, () => null);
  await show("staff", "/profile");
  expect(texts("main h2")).toEqual([
    "What you did",
    "E-mail and password",
    "Log-in code",
    "Account",
    "Leave Fade & Fortune",
  ]);
  expect(page()).not.toContain("invitations you sent");
  await press("Leave Fade & Fortune");
  await press(/^LeaveProcessing/);
  expect(backend.sent.map(({ name }) => name)).toEqual(["team/people:leave"]);
  expect(place()).toBe("/login");
});
