/** The sidebar's width: product.md S18. */
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { WideShell } from "../../../../src/features/shell/wide-shell.tsx";
import type { Business } from "../../../../src/features/shell/types.ts";
import { click, closeDrawn, draw, FakeBackend } from "../../fake-backend.tsx";
import { owner } from "../../fake-session.tsx";
import { act } from "../../act.ts";

const KEY = "yourturn.sidebar";

async function show(width: number, plan: Business["plan"] = "starter") {
  await closeDrawn();
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: width >= 16 * Number(/([\d.]+)rem/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await draw(
    new FakeBackend(),
    <MemoryRouter>
      <WideShell
        business={owner({ plan })?.business as Business}
        live
        onManageQueues={() => undefined}
        planActions={{ upgrade: null, manageBilling: null, invoices: null }}
        onSignOutEverywhere={() => undefined}
      >
        desk
      </WideShell>
    </MemoryRouter>,
  );
}

const toggle = () => document.querySelector<HTMLElement>("[aria-expanded]");
const isWide = () => toggle()?.getAttribute("aria-expanded") === "true";
const press = async () => await act(async () => toggle()?.click());

test("the sidebar is wide from 1280 px unless collapsed, which is remembered", async () => {
  await show(1280);
  expect(isWide()).toBe(true);
  await press();
  expect(isWide()).toBe(false);
  await show(1280);
  expect(isWide()).toBe(false);
  await press();
  await show(1280);
  expect(isWide()).toBe(true);
});

test("the sidebar starts narrow below 1280 px, and opening it there is not remembered", async () => {
  localStorage.setItem(KEY, "wide");
  await show(1024);
  expect(isWide()).toBe(false);
  await press();
  expect(isWide()).toBe(true);
  await show(1024);
  expect(isWide()).toBe(false);
  localStorage.setItem(KEY, "narrow");
  await show(1024);
  await press();
  expect(localStorage.getItem(KEY)).toBe("narrow");
});

test("the sidebar cannot be opened below 768 px", async () => {
  await show(700);
  expect(toggle()).toBeNull();
});

test("the sidebar leads to the settings for texts if the plan has texts (product.md N10)", async () => {
  const places = () =>
    [...document.querySelectorAll("nav button")].map((one) => one.textContent);
  await show(1280);
  expect(places()).not.toContain("SMS Settings");
  await show(1280, "pro");
  expect(places()).toContain("SMS Settings");
});

test("a place that the sidebar leads to is marked for 800 ms and gets the focus", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  await show(1280, "pro");
  const card = document.createElement("div");
  card.id = "sms-settings";
  card.scrollIntoView = () => undefined;
  document.body.append(card);
  await click("nav button", "SMS Settings");
  expect(document.activeElement).toBe(card);
  expect(card.className).toContain("outline-brand");
  vi.advanceTimersByTime(799);
  expect(card.className).toContain("outline-brand");
  vi.advanceTimersByTime(1);
  expect(card.className).toBe("");
  card.remove();
});
