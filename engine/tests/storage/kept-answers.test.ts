import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { BatchWriter } from "../../storage/writer/batch-writer.ts";
import {
  KeptAnswers,
  type AnswerLimits,
} from "../../storage/commits/kept-answers.ts";
import { createDatabase } from "../../storage/opening/layout.ts";
import { connect } from "../../storage/database/sqlite.ts";
import { temporaryFolder } from "./test-store.ts";

const LIMITS: AnswerLimits = { life: 50, perNetwork: 4, count: 9, size: 100 };
type Answer = { ts: number; size: number; network: string | null };

/** The answers that must remain, computed from all answers so far. */
function expected(all: readonly Answer[], now: number): number[] {
  let size = 0;
  const newest = [...all].reverse();
  const seen = new Map<string, number>();
  const left: number[] = [];
  for (const [i, { ts, size: own, network }] of newest.entries()) {
    size += own;
    const before = network === null ? 0 : (seen.get(network) ?? 0);
    if (network !== null) seen.set(network, before + 1);
    if (i >= LIMITS.count || size > LIMITS.size) break;
    if (ts > now - LIMITS.life && before < LIMITS.perNetwork) left.push(ts);
  }
  return left.reverse();
}

const answers = fc.array(
  fc.record({
    after: fc.integer({ min: 1, max: 20 }),
    size: fc.integer({ min: 1, max: 30 }),
    network: fc.constantFrom("a", "b", "c", null),
  }),
  { maxLength: 40 },
);

test("[ST4] only the newest answers of each network and of all together are kept, and none for long", () =>
  fc.assert(
    fc.property(answers, (steps) => {
      const kept = new KeptAnswers(LIMITS);
      const all: Answer[] = [];
      const rows = new Set<number>();
      let ts = 100;
      for (const { after, size, network } of steps) {
        ts += after;
        all.push({ ts, size, network });
        rows.add(ts);
        rows.delete(kept.add(ts, size, network) ?? -1);
        const floor = kept.floorAt(ts);
        for (const row of rows) if (row <= floor) rows.delete(row);
        expect([...rows]).toEqual(expected(all, ts));
      }
    }),
    { numRuns: 500 },
  ));

test("[ST4] the table of answers stays small, even with those of an earlier process, and shrinks in bounded steps", () => {
  const folder = temporaryFolder();
  createDatabase(folder);
  const connection = connect(path.join(folder, "engine.db"));
  const rows = () =>
    connection.prepare("SELECT ts FROM answers ORDER BY ts").pluck().all();
  const write = (writer: BatchWriter, ts: number, network: string | null) =>
    writer.write({
      kind: "batch",
      ts,
      sequence: ts,
      chain: 0,
      documents: [],
      entries: [],
      answers: [[[ts, "session", ts, "1", ""], network]],
    });
  const generous = new BatchWriter(connection, {
    ...LIMITS,
    life: 1e9,
    count: 1e9,
    size: 1e9,
  });
  for (let ts = 1; ts <= 60; ts++) write(generous, ts, null);
  expect(rows()).toHaveLength(60);

  const strict = new BatchWriter(connection, { ...LIMITS, life: 1e9 });
  const sizes = [61, 62, 63, 64, 65].map((ts) => {
    write(strict, ts, "flood");
    return rows().length;
  });
  // Each batch adds one and removes at most one plus sixteen.
  expect(sizes).toEqual([44, 28, 12, 9, 8]);
  // The network's first answer made room for its fifth.
  expect(rows()).toEqual([57, 58, 59, 60, 62, 63, 64, 65]);
  connection.close();
});
