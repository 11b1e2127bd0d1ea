/** P4c: gets, range reads and replaces in a table of a million rows against one of ten, beside SQLite alone. */
import { join } from "node:path";
import {
  openBenchEngine,
  type BenchEngine,
} from "../deployment/bench-engine.ts";
import { startPinned } from "../measure/children.ts";
import { PROCESSOR_SLACK, ratioOf } from "../measure/figure.ts";
import { processorMs } from "../measure/processor-time.ts";
import { interleave } from "../measure/rounds.ts";
import type { SyncClient } from "../wire/sync-client.ts";
import type { BenchContext, FigureGroup } from "./context.ts";

const FEW = 10;
const MANY = 1_000_000;
const FILLED_AT_ONCE = 4000;
/** Operations per call, so that the call's own cost counts little. */
const OPERATIONS = 100;
const CALLS = 100;
const OPERATION = ["get", "range", "replace"] as const;
/** The growth of the engine's cost divided by that of SQLite's. */
const LINE = { atMost: 1.3 };
type Costs = Record<(typeof OPERATION)[number], number>;

/** A table in an engine. Its keys always run from `first` to below `next`. */
type Table = BenchEngine & {
  readonly rows: number;
  readonly ids: readonly string[];
  first: number;
  next: number;
};

async function call(client: SyncClient, path: string, args: object) {
  const answer = await client.mutation(path, args);
  if (!answer.ok) throw new Error(answer.message);
}

async function fill(folder: string, rows: number): Promise<Table> {
  const bench = await openBenchEngine(folder);
  const { client } = bench;
  for (let from = 0; from < rows; from += FILLED_AT_ONCE) {
    const count = Math.min(FILLED_AT_ONCE, rows - from);
    await call(client, "rows:fill", { from, count });
  }
  // Takes keys from the end, because replacing removes the first ones.
  const keys = Array.from(
    { length: 1000 },
    (_, i) => rows - 1 - Math.floor((i * rows) / 2000),
  );
  const ids = (await client.once("rows:idsOf", { keys })) as string[];
  return { ...bench, rows, ids, first: 0, next: rows };
}

const some = <Item>(pick: () => Item): Item[] =>
  Array.from({ length: OPERATIONS }, pick);

async function costsIn(table: Table, calls: number): Promise<Costs> {
  const { client, engine, ids, rows } = table;
  const perCall = async (one: () => Promise<unknown>) => {
    for (let i = 0; i < calls / 5; i++) await one();
    const before = processorMs(engine.pid);
    for (let i = 0; i < calls; i++) await one();
    return (processorMs(engine.pid) - before) / calls;
  };
  return {
    get: await perCall(() =>
      client.once("rows:get", {
        ids: some(() => ids[Math.floor(Math.random() * ids.length)]),
      }),
    ),
    range: await perCall(() =>
      client.once("rows:ranges", {
        keys: some(
          () =>
            table.first +
            Math.floor(Math.random() * (table.next - table.first)),
        ),
      }),
    ),
    replace: await perCall(async () => {
      const count = Math.min(OPERATIONS, rows);
      const { next: from, first: old } = table;
      await call(client, "rows:replace", { from, old, count });
      table.first += count;
      table.next += count;
    }),
  };
}

async function costsOfSqlite(file: string, rows: number, calls: number) {
  const args = [file, ...[rows, calls, OPERATIONS].map(String)];
  const loop = await startPinned("table-loop.ts", args);
  await loop.stop();
  return JSON.parse(loop.firstLine) as Costs;
}

async function run(context: BenchContext): Promise<void> {
  const { folder, effort } = context;
  const many = Math.round(MANY * Math.min(1, effort));
  const calls = Math.max(50, Math.round(CALLS * effort));
  const small = await fill(join(folder, "p4c-few"), FEW);
  const large = await fill(join(folder, `p4c-${many}`), many);
  const raw = (rows: number) =>
    costsOfSqlite(join(folder, `p4c-raw-${rows}.db`), rows, calls);
  // Fills both files and warms both engines up.
  await Promise.all([raw(FEW), raw(many)]);
  for (const table of [small, large]) await costsIn(table, CALLS);
  const sides = await interleave(context.rounds, {
    large: () => costsIn(large, calls),
    small: () => costsIn(small, calls),
    rawLarge: () => raw(many),
    rawSmall: () => raw(FEW),
  });
  for (const { client, engine } of [small, large]) {
    client.close();
    await engine.kill();
  }
  for (const operation of OPERATION) {
    const of = (costs: readonly Costs[]) => costs.map((one) => one[operation]);
    const growth = ratioOf(of(sides.large), of(sides.small));
    const ofRaw = ratioOf(of(sides.rawLarge), of(sides.rawSmall));
    context.report({
      id: `P4c ${OPERATIONS} × ${operation}`,
      unit: "ms",
      engine: { name: `${many} rows`, values: of(sides.large) },
      others: [
        { name: `${FEW} rows`, values: of(sides.small) },
        { name: "SQLite", values: of(sides.rawLarge) },
        { name: `SQLite, ${FEW} rows`, values: of(sides.rawSmall) },
      ],
      lines: [
        {
          label: "growth/SQLite's growth",
          ratio: growth / ofRaw,
          ...LINE,
          slack: PROCESSOR_SLACK,
        },
      ],
    });
  }
}

export const tables: FigureGroup = { ids: ["P4c"], minutes: 3, run };
