/** 'Your data': the file of the download. */
import { expect, test, vi } from "vitest";
import { api } from "../../../../convex/_generated/api.js";
import DataCard from "../../../../src/features/account/data-card.tsx";
import * as files from "../../../../src/lib/save-file.ts";
import { must } from "../../../../src/lib/must.ts";
import { draw, find, freshBackend, press } from "../../fake-backend.tsx";
import { owner } from "../../fake-session.tsx";

const backend = freshBackend();
type Subscription = NonNullable<Parameters<typeof owner>[0]>["subscription"];

async function show(subscription: Subscription = {}) {
  const timezone = "America/Los_Angeles";
  const { business } = owner({ name: "Fade", timezone, subscription });
  const done = () => undefined;
  await draw(
    backend,
    <DataCard business={must(business, "shop")} ending={done} onGone={done} />,
  );
}

test("its name has the shop's day, not that of UTC", async () => {
  const evening = new Date("2026-11-25T01:00Z");
  vi.useFakeTimers({ now: evening, toFake: ["Date"] });
  const saved = vi.spyOn(files, "saveFrom").mockReturnValue();
  const ready = { state: "ready", rows: 9, until: evening.getTime() } as const;
  backend.set(api.privacy.exports.current, {}, ready);
  backend.on(api.privacy.exports.take, () => ({ ok: true, url: "/file" }));
  await show();
  await press("Download ZIP");
  expect(saved).toHaveBeenCalledWith("/file", "Fade 2026-11-24.zip");
});

test.each<[string, boolean, Subscription]>([
  ["a plan that is paid", true, { currentPeriodEnd: 1 }],
  ["an open bill", true, { state: "pastDue" }],
  ["a grant above a paid plan", true, { source: "admin", currentPeriodEnd: 1 }],
  ["a grant alone", false, { source: "admin" }],
])(
  "with %s, deletion names the end of the payments: %s",
  async (_, is, plan) => {
    await show(plan);
    await press("Delete account");
    const text = find("[role=dialog]").textContent ?? "";
    expect(text.includes("subscription")).toBe(is);
  },
);
