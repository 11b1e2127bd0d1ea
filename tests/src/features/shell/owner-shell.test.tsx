/** The menu around an owner's pages: product.md S18. */
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import type { Parts } from "../../../../src/features/shell/menu.tsx";
import { RoleArea } from "../../../../src/lib/account/role.ts";
import { OwnerShell } from "../../../../src/features/shell/owner-shell.tsx";
import type { Business } from "../../../../src/features/shell/types.ts";
import { click, closeDrawn, draw, FakeBackend } from "../../fake-backend.tsx";
import { member, owner } from "../../fake-session.tsx";
import { act } from "../../act.ts";
import { strike, texts } from "../../user.ts";

const KEY = "yourturn.sidebar";

async function show(
  width: number,
  more: {
    plan?: Business["plan"];
    parts?: Parts;
    role?: Business["role"];
  } = {},
) {
  const { plan = "starter", parts, role = "owner" } = more;
  const me = role === "owner" ? owner({ plan }) : member(role, { plan });
  await closeDrawn();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: width >= 16 * Number(/([\d.]+)rem/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await draw(
    new FakeBackend(),
    <MemoryRouter>
      <RoleArea value={role}>
        <OwnerShell
          business={me.business as Business}
          at={parts === undefined ? "/reports" : "/dashboard"}
          chip="Live"
          parts={parts}
        >
          page
        </OwnerShell>
      </RoleArea>
    </MemoryRouter>,
  );
}

const toggle = () => document.querySelector<HTMLElement>("[aria-expanded]");
const width = () =>
  document.querySelector<HTMLElement>("[data-sidebar]")?.dataset["sidebar"];
const press = async () => await act(async () => toggle()?.click());
const entries = (within = "aside") => texts(`${within} li`);
const drawer = () => document.querySelector("[role=dialog]");

test("the menu is wide from 1280 px unless collapsed, which is remembered", async () => {
  await show(1280);
  expect(width()).toBe("wide");
  await press();
  expect(width()).toBe("narrow");
  await show(1280);
  expect(width()).toBe("narrow");
  await press();
  await show(1280);
  expect(width()).toBe("wide");
});

test("below 1280 px the mark opens the menu over the page, and nothing is remembered", async () => {
  localStorage.setItem(KEY, "wide");
  await show(1279);
  expect(width()).toBe("narrow");
  const mark = toggle();
  expect(mark?.getAttribute("aria-label")).toBe("Open the menu");
  mark?.focus();
  await press();
  expect(drawer()?.textContent).toContain("Posters & TV");
  expect(document.activeElement?.textContent).toBe("Reports");
  await strike("Escape");
  expect(drawer()).toBeNull();
  expect(document.activeElement).toBe(mark);
  expect(localStorage.getItem(KEY)).toBe("wide");
});

test("an entry of the open menu closes it before it acts", async () => {
  const opened: (Element | null)[] = [];
  const go = vi.fn(() => void opened.push(drawer()));
  await show(800, { parts: { inSight: "dashboard", go } });
  await press();
  await click("[role=dialog] button", "Queue Status");
  expect(go).toHaveBeenCalledWith("queue-status");
  expect(opened).toEqual([null]);
});

test.each([1280, 800])(
  "at %i px every page has the same entries, with their words",
  async (size) => {
    const all = [
      "Dashboard",
      "Manage Queues",
      "Queue Analytics",
      "Queue Status",
      "Reports",
      "SMS Settings",
      "Calendar Settings",
      "Profile Settings",
      "Team",
      "Posters & TV",
      "Billing & support",
      "Logout",
    ];
    await show(size, { plan: "pro" });
    expect(entries()).toEqual(all);
    await show(size, {
      plan: "pro",
      parts: { inSight: "dashboard", go: () => undefined },
    });
    expect(entries()).toEqual(all);
  },
);

test("Starter has the upgrade in place of the settings for texts (product.md N10)", async () => {
  await show(1280, { plan: "starter" });
  expect(entries()).not.toContain("SMS Settings");
  expect(entries().slice(-3)).toEqual([
    "Billing & support",
    "Upgrade to Pro",
    "Logout",
  ]);
});

test("the dashboard's parts are links from another page, whose own entry is current", async () => {
  await show(1280, { plan: "starter" });
  const links = Object.fromEntries(
    [...document.querySelectorAll<HTMLAnchorElement>("aside a")].map((link) => [
      link.textContent,
      link.getAttribute("href"),
    ]),
  );
  expect(links).toMatchObject({
    Dashboard: "/dashboard",
    "Manage Queues": "/dashboard#manage-queues",
    "Queue Analytics": "/dashboard#queue-analytics",
    "Upgrade to Pro": "/dashboard#upgrade",
  });
  const current = document.querySelectorAll("aside [aria-current]");
  expect([...current].map((one) => one.textContent)).toEqual(["Reports"]);
  expect(current[0]?.getAttribute("aria-current")).toBe("page");
});

test("on the dashboard the part in sight is the current location", async () => {
  await show(1280, { parts: { inSight: "queue-status", go: () => undefined } });
  const current = document.querySelector("aside [aria-current]");
  expect(current?.textContent).toBe("Queue Status");
  expect(current?.getAttribute("aria-current")).toBe("location");
});

test("on a phone the other pages belong to Manage, and its links open that tab", async () => {
  await show(390);
  expect(document.querySelector("aside")).toBeNull();
  expect(document.querySelector("nav [aria-current]")?.textContent).toBe(
    "Manage",
  );
  await click("nav a", "Overview");
  expect(localStorage.getItem("yourturn.tab")).toBe("overview");
});

test("a manager has no calendar and no bill; staff have the counter, its figures and their account", async () => {
  await show(1280, { plan: "pro", role: "manager" });
  expect(entries()).toEqual([
    "Dashboard",
    "Manage Queues",
    "Queue Analytics",
    "Queue Status",
    "Reports",
    "SMS Settings",
    "Profile Settings",
    "Team",
    "Posters & TV",
    "Support",
    "Logout",
  ]);
  await show(1280, { plan: "pro", role: "staff" });
  expect(entries()).toEqual([
    "Dashboard",
    "Queue Analytics",
    "Queue Status",
    "Your account",
    "Logout",
  ]);
});

test("on a phone the third place of staff is their account", async () => {
  await show(390, { role: "staff" });
  expect(document.querySelector("nav")?.textContent).toBe(
    "OverviewQueueAccountLogout",
  );
  const current = document.querySelector("nav [aria-current]");
  expect(current?.getAttribute("href")).toBe("/profile");
});
