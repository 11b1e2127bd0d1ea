import { expect, test } from "vitest";
import { FirstRuns } from "../../reactivity/first-runs.ts";
import type { LiveQuery } from "../../reactivity/live-query.ts";

const watchedFrom = (...networks: string[]) => {
  const watchers = new Set(networks.map((network) => ({ network })));
  return { watchers } as unknown as LiveQuery;
};

test("[RE17] first runs: a query leaves the line of a network in which nobody watches it any more", async () => {
  const begun: LiveQuery[] = [];
  const ends: (() => void)[] = [];
  const runs = new FirstRuns(async (query) => {
    begun.push(query);
    await new Promise<void>((end) => ends.push(end));
  });
  for (const network of ["a", "b"])
    for (let n = 0; n < 16; n++) runs.want(watchedFrom(network), network);
  const [gone, shared] = [watchedFrom("b"), watchedFrom("a", "b")];
  for (const query of [gone, shared]) {
    runs.want(query, "a");
    runs.want(query, "b");
  }
  runs.leave(gone, "a");
  runs.leave(shared, "a");
  expect(begun).toHaveLength(32);
  for (const end of ends.slice(0, 16)) end();
  await Promise.resolve();
  await Promise.resolve();
  expect([begun.includes(gone), begun.includes(shared)]).toEqual([false, true]);
});
