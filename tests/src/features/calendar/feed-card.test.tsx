/** product.md K5 on the dashboard. */
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import FeedCard from "../../../../src/features/calendar/feed-card.tsx";
import {
  closeDrawn,
  drawWithToasts,
  freshBackend,
  press,
} from "../../fake-backend.tsx";
import { NOW } from "../../samples.ts";
import { act } from "../../act.ts";

const url = "https://yourturn.example/api/calendar-feed?token=";
const text = () => document.body.textContent ?? "";
const address = () =>
  document.querySelector<HTMLInputElement>("input[readonly]")?.value;
const backend = freshBackend();
let secrets: string[];

beforeEach(() => {
  secrets = [];
  const tell = (madeAt: number | null) =>
    backend.set(api.calendar.feed.current, {}, { madeAt, url });
  tell(null);
  backend.on(api.calendar.feed.make, ({ secret }) => {
    secrets.push(String(secret));
    tell(NOW);
    return null;
  });
  backend.on(api.calendar.feed.remove, () => {
    tell(null);
    return null;
  });
});

const show = (confirmFirst: ReactNode = null) =>
  drawWithToasts(
    backend,
    <FeedCard timeZone="Europe/London" confirmFirst={confirmFirst} />,
  );

test("the card offers no feed address before the account's own address is confirmed", async () => {
  await show(<p>Confirm first.</p>);
  expect(text()).toContain("Confirm first.");
  expect(text()).not.toContain("Show link");
});

test("the address is made at a tap, shown until the card closes, copied, and never shown again", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await show();
  expect(text()).toContain("No link yet.");
  await press(/^Show link/);
  expect(secrets).toHaveLength(1);
  expect(address()).toBe(`${url}${secrets[0]}`);
  await press("Copy link");
  expect(writeText).toHaveBeenCalledWith(`${url}${secrets[0]}`);
  vi.unstubAllGlobals();
  await closeDrawn();
  await show();
  expect(address()).toBeUndefined();
  expect(text()).toContain("It was only shown when it was made.");
});

test("the card asks before it replaces the address", async () => {
  await show();
  await press(/^Show link/);
  await press("Make a new link");
  expect(secrets).toHaveLength(1);
  expect(text()).toContain("The old link stops working");
  await press("Cancel");
  expect(secrets).toHaveLength(1);
  await press("Make a new link");
  const buttons = [...document.querySelectorAll("button")];
  const confirm = buttons.findLast((one) =>
    (one.textContent ?? "").startsWith("Make a new link"),
  );
  await act(async () => confirm?.click());
  expect(secrets).toHaveLength(2);
  expect(address()).toBe(`${url}${secrets[1]}`);
  await press("Stop sharing");
  const stop = [...document.querySelectorAll("button")].findLast((one) =>
    (one.textContent ?? "").startsWith("Stop sharing"),
  );
  await act(async () => stop?.click());
  expect(text()).toContain("No link yet.");
  expect(address()).toBeUndefined();
});

test("a failure is reported and changes nothing", async () => {
  backend.fail(api.calendar.feed.make);
  await show();
  await press(/^Show link/);
  expect(text()).toContain("That didn't work. Please try again.");
  expect(text()).toContain("No link yet.");
});
