import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonDocument, JsonValue } from "../../values/json.ts";
import { times } from "../../faults/counts.ts";
import { ALL } from "../storage/test-store.ts";
import {
  inTransaction,
  onList,
  type Program,
  programs,
  run,
} from "./programs.ts";
import { type Items, openItems, take } from "./test-database.ts";

type Done = {
  readonly program: Program;
  readonly ts: number;
  /** The program's commit. Programs that wrote nothing have the newest commit's timestamp. */
  readonly place: number;
  readonly seen: readonly JsonValue[];
  readonly inserted: readonly JsonDocument[];
};

const contentOf = ({ database, byKind }: Items) =>
  take(database.begin().scan(byKind, ALL, "asc"));

async function runTogether(
  all: readonly Program[],
  items: Items,
  attempted: () => void,
): Promise<Done[]> {
  let ended = 0;
  return Promise.all(
    all.map(async (program) => {
      let inserted: JsonDocument[] = [];
      let place = 0;
      const { value: seen, ts } = await items.database.runMutation(
        async (transaction) => {
          attempted();
          inserted = [];
          const value = await run(
            program,
            inTransaction(transaction, items, inserted),
          );
          place = ended++;
          return { value };
        },
      );
      return { program, ts, place, seen, inserted };
    }),
  );
}

test("[TX11] mutations see and leave what they would one after another in the order of their commits", async () => {
  const items = await openItems();
  let runs = 0;
  let attempts = 0;
  await fc.assert(
    fc.asyncProperty(programs, async (all) => {
      const before = contentOf(items);
      runs += all.length;
      const done = await runTogether(all, items, () => attempts++);
      done.sort((x, y) => x.ts - y.ts || x.place - y.place);
      const list = new Map(before.map((one) => [one._id, one]));
      for (const { program, seen, inserted } of done)
        expect(await run(program, onList(list, inserted))).toEqual(seen);
      const left = contentOf(items);
      expect(new Map(left.map((one) => [one._id, one]))).toEqual(list);
      expect(left).toHaveLength(list.size);
    }),
    { numRuns: times(300, 10_000) },
  );
  // The mutations did conflict.
  expect(attempts).toBeGreaterThan(runs);
});
