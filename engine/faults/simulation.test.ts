/**
 * R7: the engine between disk and sockets. A seed decides about both, about time and about the order of everything.
 * What is acknowledged and shown matches the same mutations run one after the other. Each Transition is right for its
 * own timestamp, no client goes back in time, and the last one shown is the newest state. fast-check prints a failing
 * course with its seed and path, and the same seed repeats the course.
 */
import fc from "fast-check";
import { afterEach, beforeEach, test, vi } from "vitest";
import { times } from "./counts.ts";
import { course, type Course, runCourse } from "./simulation/course.ts";
import {
  loadEngine,
  type SimulatedEngine,
} from "./simulation/simulated-engine.ts";

const COURSES = times(500, 10_000);
beforeEach(() => {
  const toFake = ["performance", "setTimeout", "clearTimeout"] as const;
  vi.useFakeTimers({ toFake: [...toFake] });
});
afterEach(() => void vi.useRealTimers());

function simulate(
  engine: SimulatedEngine,
  options: fc.Parameters<[Course]>,
  onEnd: (trace: string) => void = () => undefined,
) {
  const property = fc.asyncProperty(course, async (one) => {
    const { wrong, trace } = await runCourse(engine, one);
    onEnd(trace);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
  });
  return fc.check(property, options);
}

test(`R7: ${COURSES} random courses end as if their mutations had run one after another`, async () => {
  const engine = await loadEngine();
  const details = await simulate(engine, { numRuns: COURSES });
  if (details.failed)
    throw new Error(fc.defaultReportMessage(details), {
      cause: details.errorInstance,
    });
});
