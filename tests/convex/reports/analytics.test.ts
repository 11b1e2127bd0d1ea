/** The wait noted minute by minute: W13 of docs/product.md. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../../convex/_generated/api.js";
import type { Id } from "../../../convex/_generated/dataModel.js";
import { minuteJobNames } from "../../../convex/upkeep/data/jobs.ts";
import {
  MINUTE_MS,
  SAMPLES_KEPT,
  withSample,
  type WaitSample,
} from "../../../convex/queue/rules/waitSamples.ts";
import { openApp, rows, type App } from "../open-app.ts";
import { NOON } from "../fake-clock.ts";
import { press, newQueue } from "../base/calls.ts";

/** Moves the clock minute by minute and runs the cron after each. */
async function pass(app: App, minutes: number): Promise<void> {
  for (let i = 0; i < minutes; i += 1) {
    vi.advanceTimersByTime(MINUTE_MS);
    await note(app);
  }
}

async function note(app: App): Promise<void> {
  const jobs = [...minuteJobNames];
  await app.backend.action(internal.upkeep.maintenance.run, { jobs });
}

async function openShop() {
  const app = await openApp();
  const shop = await app.shop({
    plan: "pro",
    settings: { whenUnmarked: "came" },
  });
  const { owner } = shop;
  const second = await newQueue(owner, "Beard");
  const history = async (queueId: Id<"queues"> | null) =>
    await owner.query(api.reports.recentWaits.waitHistory, { queueId });
  return { app, ...shop, beard: second, history };
}

describe("the mean wait by minute", () => {
  test("is of one queue, or over the customers of all queues together", async () => {
    const { app, queueId, beard, history } = await openShop();
    await app.join(queueId);
    await pass(app, 1);
    await app.join(beard);
    await app.join(beard);
    await pass(app, 1);
    const [first, second] = [NOON + MINUTE_MS, NOON + 2 * MINUTE_MS];
    expect(await history(queueId)).toEqual([
      { at: first, count: 1, waitMsSum: MINUTE_MS },
      { at: second, count: 1, waitMsSum: 2 * MINUTE_MS },
    ]);
    expect(await history(beard)).toEqual([
      { at: second, count: 2, waitMsSum: 2 * MINUTE_MS },
    ]);
    expect(await history(null)).toEqual([
      { at: first, count: 1, waitMsSum: MINUTE_MS },
      { at: second, count: 3, waitMsSum: 4 * MINUTE_MS },
    ]);
  });

  test("has one sample per minute; seconds do not matter", async () => {
    const { app, queueId, history } = await openShop();
    await app.join(queueId);
    vi.advanceTimersByTime(MINUTE_MS + 700);
    await note(app);
    await note(app);
    expect(await history(queueId)).toHaveLength(1);
  });

  test("continues at zero for an hour after the last customer, then stops, and starts without yesterday", async () => {
    const { app, queueId, owner, history } = await openShop();
    await app.join(queueId);
    await pass(app, 2);
    await press(owner, api.desk.actions.callNext, { queueId });
    await pass(app, SAMPLES_KEPT + 5);
    const after = await history(queueId);
    expect(after).toHaveLength(SAMPLES_KEPT);
    expect(after.at(-1)).toEqual({
      at: NOON + (SAMPLES_KEPT + 1) * MINUTE_MS,
      count: 0,
      waitMsSum: 0,
    });
    vi.advanceTimersByTime(20 * 60 * MINUTE_MS);
    await app.join(queueId);
    await pass(app, 1);
    expect(await history(queueId)).toHaveLength(1);
  });

  test("has no rows for a deleted queue or a shop in which nobody waits", async () => {
    const { app, queueId, owner, history } = await openShop();
    await pass(app, 1);
    expect(await rows(app, "waitSamples")).toEqual([]);
    await app.join(queueId);
    await pass(app, 1);
    await owner.mutation(api.desk.queues.remove, { queueId });
    await pass(app, 1);
    expect(await rows(app, "waitSamples")).toEqual([]);
    expect(await history(null)).toEqual([]);
  });

  test("is recorded for many queues in bounded batches, each queue once", async () => {
    const app = await openApp();
    const shop = await app.shop({ plan: "enterprise" });
    for (let i = 0; i < 59; i += 1) {
      const name = `Queue ${i}`;
      await shop.owner.mutation(api.desk.queues.create, { name });
    }
    const queues = await rows(app, "queues");
    for (const { _id } of queues) await app.join(_id);
    vi.advanceTimersByTime(MINUTE_MS);
    let steps = 0;
    for (let more = true; more; steps += 1) {
      const step = { job: "waits", isFirst: false };
      more = await app.backend.mutation(internal.upkeep.maintenance.step, step);
      const noted = (await rows(app, "waitSamples")).length;
      expect(noted).toBeLessThanOrEqual(25 * (steps + 1));
    }
    expect(steps).toBeGreaterThan(2);
    const noted = await rows(app, "waitSamples");
    expect(noted.map(({ samples }) => samples.length)).toEqual(
      queues.map(() => 1),
    );
  });
});

test("at most sixty samples are kept, whatever the gaps", () => {
  let samples: WaitSample[] = [];
  for (let minute = 0; minute < 199; minute += 1) {
    if (minute % 7 === 3) continue;
    const at = minute * MINUTE_MS;
    samples = withSample(samples, { at, count: 1, waitMsSum: 1 });
    expect(samples.length).toBeLessThanOrEqual(SAMPLES_KEPT);
  }
  expect(samples.at(0)?.at).toBeGreaterThan((198 - SAMPLES_KEPT) * MINUTE_MS);
});
