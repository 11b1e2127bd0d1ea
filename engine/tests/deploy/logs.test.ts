import { expect, onTestFinished, test } from "vitest";
import { LogStream } from "../../deploy/log-stream.ts";
import { finishedCall } from "../log/finished.ts";
import { openTestEngine } from "../open-engine.ts";

type Answer = {
  readonly entries: readonly {
    readonly identifier: string;
    readonly udfType: string;
    readonly logLines: readonly string[];
    readonly error: string | null;
    readonly timestamp: number;
  }[];
  readonly newCursor: number;
};

test("[DE47] a poll for logs gets the earlier calls that logged or failed, then each call as it ends", async () => {
  const engine = await openTestEngine({
    sources: {
      "says.ts": `import { mutationGeneric, queryGeneric } from "convex/server";
        export const hello = mutationGeneric((_, { name }) => { console.warn("hello", name); });
        export const fails = queryGeneric(() => { throw new Error("no luck"); });
        export const quiet = queryGeneric(() => 1);`,
    },
  });
  onTestFinished(() => engine.close());
  const poll = (cursor: number) =>
    engine.admin(
      "GET",
      `/api/stream_function_logs?cursor=${cursor}`,
    ) as Promise<Answer>;
  const told = ({ entries }: Answer) =>
    entries.map(({ identifier, udfType, logLines, error }) => [
      identifier,
      udfType,
      logLines,
      error?.split("\n")[0] ?? null,
    ]);

  await engine.run("says:hello", { name: "Ann" });
  await engine.run("says:quiet");
  await expect(engine.run("says:fails")).rejects.toThrow("no luck");
  const history = await poll(0);
  expect(told(history)).toEqual([
    ["says:hello", "Mutation", ["[WARN] 'hello' 'Ann'"], null],
    ["says:fails", "Query", [], "Uncaught Error: no luck"],
  ]);
  const next = poll(history.newCursor);
  await engine.run("says:quiet");
  const later = await next;
  expect(told(later)).toEqual([["says:quiet", "Query", [], null]]);
  expect(later.newCursor).toBeGreaterThan(history.newCursor);
  expect(told(await poll(0))).toHaveLength(3);
});

test.each([
  ["a thousand calls", 1005, "x", 1000],
  ["four million characters", 9, "x".repeat(1 << 20), 4],
])("[DE47] the log history holds %s", async (_what, calls, line, kept) => {
  let now = 0;
  const logs = new LogStream(() => ++now);
  for (let n = 0; n < calls; n++)
    logs.add(finishedCall({ path: `a:f${n}`, logLines: [line] }));
  const { entries } = await logs.poll(0);
  expect(entries).toHaveLength(kept);
  expect(entries.at(-1)?.identifier).toBe(`a:f${calls - 1}`);
});
