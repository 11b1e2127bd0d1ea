import { expect, onTestFinished, test, vi } from "vitest";
import { StepQueue } from "../../functions/running/step-queue.ts";

/** A queue whose steps are never ended. @param now in ms; default a clock that stands still */
function openQueue(now = () => 0): StepQueue {
  vi.spyOn(performance, "now").mockImplementation(now);
  const nothing = () => undefined;
  const queue = new StepQueue({
    begin: nothing,
    end: nothing,
    clear: nothing,
    onTerminated: nothing,
  });
  onTestFinished(() => {
    queue.close();
    vi.restoreAllMocks();
  });
  return queue;
}

/** Runs a hundred steps, each with its own end. @returns what they did, and in how many turns of the event loop */
async function runMany(queue: StepQueue) {
  const done: string[] = [];
  let turns = 0;
  const isOver = Promise.withResolvers<void>();
  const count = () => {
    turns++;
    if (done.length < 200) setImmediate(count);
    else isOver.resolve();
  };
  setImmediate(count);
  for (let i = 0; i < 100; i++)
    queue.push({
      network: null,
      run: () => void done.push(`run ${i}`),
      after: () => void done.push(`after ${i}`),
      onTerminated: () => undefined,
      onClosed: () => undefined,
    });
  await isOver.promise;
  return { done, turns };
}

test("[FN50] waiting steps follow each other within a few turns of the event loop", async () => {
  const { done, turns } = await runMany(openQueue());
  expect(turns).toBeLessThan(10);
  expect(done).toEqual(
    Array.from({ length: 100 }, (_, i) => [`run ${i}`, `after ${i}`]).flat(),
  );
});

test("[FN50] the event loop gets a turn after 10 ms of steps", async () => {
  let now = 0;
  const { turns } = await runMany(openQueue(() => now++));
  expect(turns).toBeGreaterThan(5);
});
