/** The display during a day at the desk. Three calls within a second are announced one after another. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { setConnected } from "./connection.ts";
import { expect, seen, test } from "./fixtures.ts";
import { api } from "../convex/_generated/api.js";
import { addQueue, callNext, join, newSecret } from "./world.ts";

type Told = { said: string[]; shown: string[] };

/** Records the texts that a display speaks and the numbers that it shows as called. Every sentence takes a moment. */
async function follow(page: Page): Promise<() => Promise<Told>> {
  await page.addInitScript(() => {
    const [said, shown] = [[] as string[], [] as string[]];
    const speak = (utterance: SpeechSynthesisUtterance) => {
      said.push(utterance.text);
      setTimeout(() => {
        utterance.onend?.({} as SpeechSynthesisEvent);
      }, 100);
    };
    Object.assign(window, { told: { said, shown } });
    window.speechSynthesis.speak = speak;
    // A number is visible for seconds, so polling could miss one.
    new MutationObserver(() => {
      const now = document.querySelector("[aria-label='Now calling'] .num");
      const number = now?.textContent ?? "";
      if (number !== "" && number !== shown.at(-1)) shown.push(number);
    }).observe(document, { subtree: true, childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { told: Told }).told);
}

test("three calls within one second are shown and announced in order, and an undone call disappears", async ({
  address,
  business,
  page,
}) => {
  const { owner, queueId, businessId } = business;
  for (const name of ["Ana", "Ben", "Cy", "Dora"]) {
    await join(address, queueId, { name });
  }
  const told = await follow(page);
  await page.goto(`/display?b=${businessId}`);
  await seen(page.getByText("No calls yet. Scan to join."));
  await seen(page.getByText("4 waiting"));
  await page.getByRole("button", { name: "Announce calls" }).click();

  const from = Date.now();
  const calls = await Promise.all(
    [1, 2, 3].map(() => callNext(owner, queueId)),
  );
  const now = page.getByRole("region", { name: "Now calling" });
  await expect.poll(told).toEqual({
    said: [
      "Calls will now be announced.",
      ...[1, 2, 3].map((n) => `Number ${n}, please come to the counter.`),
    ],
    shown: ["1", "2", "3"],
  });
  // The third call now has its four seconds; the first two had theirs.
  expect(Date.now() - from).toBeGreaterThanOrEqual(8_000);
  const before = page.getByRole("region", { name: "Called earlier" });
  await expect(before.getByRole("listitem")).toHaveText([/^2/, /^1/]);

  const last = calls.find((call) => call.ok && call.number === 3);
  if (last?.ok !== true) throw new Error("nobody was called");
  const { eventId } = last;
  await owner.client.mutation(api.desk.actions.undo, {
    eventId,
    requestKey: newSecret(),
  });
  await seen(now.getByText("2", { exact: true }));
  await expect(page.getByText(/Ana|Ben|Cy|Dora/)).toHaveCount(0);

  await page.getByRole("button", { name: "Light Mode" }).click();
  for (const [width, height] of [
    ...[[1920, 1080] as const, [1280, 720] as const],
    ...[[1080, 1920] as const, [390, 844] as const],
  ]) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page);
    const code = page.getByText("Scan to join");
    const top = async () => (await code.boundingBox())?.y;
    await expect.poll(top, `${width} x ${height}`).toBeLessThan(height);
  }
});

test("a very long queue name gives way to the waits, and an upright screen shows names", async ({
  address,
  business,
  page,
}) => {
  const { owner, businessId } = business;
  const long = "Colour, cut and finish with a senior stylist on any weekday";
  const others = [await addQueue(owner, long), await addQueue(owner, "Beard")];
  for (const id of others) {
    for (let i = 0; i < 5; i++) await join(address, id);
    await callNext(owner, id);
  }
  await page.goto(`/display?b=${businessId}`);
  const rows = page.getByRole("list", { name: "Queues" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  await seen(rows.getByText("no wait"));
  for (const [width, height] of [
    ...[[1920, 1080] as const, [1366, 768] as const],
    ...[[1080, 1920] as const, [768, 1024] as const, [390, 844] as const],
  ]) {
    await page.setViewportSize({ width, height });
    const faults = async () =>
      await rows.evaluateAll((all) =>
        all.flatMap((row) =>
          [...row.children].flatMap((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            const tops = [...range.getClientRects()].map(
              ({ bottom }) => bottom,
            );
            const isOneLine = Math.max(...tops) - Math.min(...tops) < 8;
            const isName = part.classList.contains("board-queue");
            const { length } = part.textContent ?? "";
            const isCut = part.scrollWidth > part.clientWidth + 1;
            const isWrong = isName ? isCut && length < 20 : !isOneLine || isCut;
            return isWrong ? [part.textContent] : [];
          }),
        ),
      );
    // The page is laid out shortly after it gets its new size.
    await expect.poll(faults, `${width} x ${height}`).toEqual([]);
  }
});

test.describe("a display without a connection", () => {
  test.use({ expectedConsoleErrors: [/WebSocket/] });

  test("shows since when, keeps its picture and catches up", async ({
    address,
    business,
    page,
  }) => {
    const { owner, queueId, businessId } = business;
    for (let i = 0; i < 3; i++) await join(address, queueId);
    await callNext(owner, queueId);
    await page.goto(`/display?b=${businessId}&theme=light`);
    const now = page.getByRole("region", { name: "Now calling" });
    await seen(now.getByText("1", { exact: true }));
    await setConnected(page, false);
    await seen(page.getByText(/Offline · as of \d\d:\d\d/));
    await callNext(owner, queueId);
    await seen(now.getByText("1", { exact: true }));
    await setConnected(page, true);
    await expect(now.getByText("2", { exact: true })).toBeVisible();
    await expect(page.getByText(/Offline ·/)).toHaveCount(0);
  });
});
