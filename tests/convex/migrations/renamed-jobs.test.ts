/** Jobs that wait under names of earlier versions. The upgrade as a whole is in tests/launch/earlier-versions.test.ts. */
import { expect, test } from "vitest";
import { makeFunctionReference } from "convex/server";
import { internal } from "../../../convex/_generated/api.js";
import { newNameOf } from "../../../convex/migrations/data/renamedJobs.ts";
import { openApp, pendingJobs } from "../open-app.ts";

const LATER = 4_102_444_800_000;

test.each([
  ["timers:pauseOver", "upkeep/timers:pauseOver"],
  ["textSending.js:send", "messages/smsSending:send"],
  ["upkeep/timers:pauseOver", null],
  ["auth:store", null],
  ["toString:constructor", null],
])("%s is %s today", (before, now) => expect(newNameOf(before)).toBe(now));

/** More than one batch. */
test("every waiting job with an old name is scheduled again with its time and arguments; others stay", async () => {
  const { backend } = await openApp();
  const old = makeFunctionReference<"mutation">("timers:pauseOver");
  const ids = Array.from({ length: 230 }, (_, n) => n);
  await backend.run(async (ctx) => {
    for (const n of ids) {
      const id = await ctx.scheduler.runAt(LATER + n, old, { n });
      if (n === 0) await ctx.scheduler.cancel(id);
    }
    const today = internal.upkeep.timers.watched;
    await ctx.scheduler.runAt(LATER, today, {});
  });
  await backend.action(internal.migrations.runs.run, {});
  await backend.action(internal.migrations.runs.run, {});
  const [watched, ...renamed] = await pendingJobs({ backend });
  expect(watched?.name).toMatch(/^upkeep\/timers:watched/);
  expect(
    renamed.map(({ name, args, scheduledTime }) => [name, args, scheduledTime]),
  ).toEqual(
    ids.slice(1).map((n) => ["upkeep/timers:pauseOver", [{ n }], LATER + n]),
  );
});
