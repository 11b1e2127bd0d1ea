/** What the front page does besides being read. */
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import LandingScreen from "../../../src/routes/landing.tsx";
import { draw, FakeBackend, find } from "../fake-backend.tsx";
import { page, type } from "../fake-session.tsx";
import { act } from "../act.ts";
import { fill, strike, valueOf } from "../user.ts";

const send = vi.fn<typeof fetch>();
beforeEach(() => {
  send.mockReset();
  vi.stubGlobal("fetch", send);
});
const show = async () => await draw(new FakeBackend(), <LandingScreen />);
const link = (name: string) =>
  [...document.querySelectorAll("a")].filter(
    ({ textContent }) => textContent === name,
  );

test("the prerendered page is hydrated without errors, and a signed-in owner then sees the dashboard link", async () => {
  localStorage.setItem("__convexAuthJWT_httpslocalhost", "token");
  const host = document.createElement("div");
  host.innerHTML = renderToString(<LandingScreen />);
  document.body.append(host);
  const begin = () =>
    [...host.querySelectorAll<HTMLAnchorElement>("header > div > a")].at(-1);
  expect(begin()?.getAttribute("href")).toBe("/signup");
  const wrong = vi.fn();
  const root = await act(async () =>
    hydrateRoot(host, <LandingScreen />, { onRecoverableError: wrong }),
  );
  onTestFinished(() => act(async () => root.unmount()));
  expect(wrong).not.toHaveBeenCalled();
  expect(begin()?.getAttribute("href")).toBe("/dashboard");
  for (const one of link("Log in")) expect(one.className).toMatch("invisible");
});

test("every link leads to a known page or a place on this one", async () => {
  await show();
  const hrefs = [...document.querySelectorAll("a")].map((one) =>
    one.getAttribute("href"),
  );
  const known =
    /^(\/|\/book-demo(#message)?|\/privacy|\/terms|\/signup|\/login|tel:.+|mailto:.+)$/;
  for (const href of hrefs) {
    const target = /^#(.+)$/.exec(href ?? "")?.[1];
    if (target === undefined) expect(href).toMatch(known);
    else expect(document.getElementById(target), href ?? "").not.toBeNull();
  }
});

test("the menu closes on a link and on Escape, which returns the focus", async () => {
  await show();
  const menu = find("details", /Main menu/) as HTMLDetailsElement;
  const summary = find("summary", "Main menu");
  menu.open = true;
  const link = menu.querySelector<HTMLElement>("a[href^='#']");
  await act(async () => link?.click());
  expect(menu.open).toBe(false);
  menu.open = true;
  menu.querySelector("a")?.focus();
  await strike("Escape");
  expect(menu.open).toBe(false);
  expect(document.activeElement).toBe(summary);
});

test("each plan has its limits in plain numbers, and no words that promise more", async () => {
  await show();
  const numbers = [...document.querySelectorAll("article")].map((card) =>
    [...card.querySelectorAll("dd")].map(({ textContent }) => textContent),
  );
  expect(numbers).toEqual([
    ["5", "10", "3", "0"],
    ["10", "50", "15", "50"],
    ["100", "1000", "100", "1000"],
  ]);
  find("li", "10 people per queue at once");
  find("li", "50+ people per queue a day, 50 at once");
  find("li", "Unlimited queues over time, 100 at once");
});

test("one way is solid on the whole page, and no link says that it is a chat", async () => {
  await show();
  const solid = document.querySelectorAll(":is(a, button).bg-brand");
  expect([...solid].map((one) => one.getAttribute("href"))).toEqual([
    "/signup",
  ]);
  expect(page()).not.toContain("Live Chat");
  const message = find("a", /^Send us a message/);
  expect(message.getAttribute("href")).toBe("/book-demo#message");
});

test("the newsletter accepts an address, and keeps one that is refused", async () => {
  const answer = (body: object) =>
    send.mockImplementation(async () => Response.json(body));
  const subscribe = async () => {
    const form = find("button", "Subscribe").closest("form");
    await act(async () => form?.requestSubmit() as unknown);
  };
  await show();
  await type("email", "ada@shop.example");
  answer({ ok: false, code: "tooManyRequests", retryAfterMs: 60_000 });
  await subscribe();
  find("[role=status]", "Too many attempts. Please try again in 1 minute.");
  expect(valueOf("email")).toBe("ada@shop.example");
  await fill("[name=email]", "ada@shop.test");
  expect(page()).not.toContain("Too many");
  answer({ ok: true });
  await subscribe();
  find("[role=status]", "Thank you. You're on the list.");
  expect(page()).not.toContain("Too many");
  expect(send.mock.calls[0]?.[0]).toBe(`${location.origin}/api/newsletter`);
});
