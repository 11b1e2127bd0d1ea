/**
 * The recorded workload: pairs of documents, numbered from the third argument on, and their counter, committed by
 * several writers at once. Prints each number once its commit is durable. Half-way it adds an index. With `leave` it
 * exits without closing, otherwise it closes gracefully. Its first arguments are the folder of an engine's sources and
 * a data folder.
 */
import { writeSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as Ids from "../../values/ids.ts";
import type * as Stores from "../../storage/store.ts";
import type { JsonDocument } from "../../values/json.ts";

const [root = "", folder = "", first = "0", count = "100", end] =
  process.argv.slice(2);
const modules = (file: string) =>
  import(pathToFileURL(path.join(root, "engine", file)).href);
const { openStore } = (await modules("storage/store.ts")) as typeof Stores;
const { newId } = (await modules("values/ids.ts")) as typeof Ids;
const WRITERS = 6;
const items = (indexes: readonly string[]) => ({
  tables: [
    {
      name: "items",
      indexes: indexes.map((name) => ({ name, fields: ["kind", "n"] })),
    },
    { name: "counters", indexes: [] },
  ],
});

const store = openStore({
  folder,
  // Everything that is occasional in production is frequent here.
  journalSize: 32 << 10,
  keptCommits: 10,
  logPages: 48,
});
await store.changeCatalog(items(["by_kind"]));
const table = store.catalog.table("items")?.number ?? 0;
const counters = store.catalog.table("counters")?.number ?? 0;
let [counter = null] = [
  ...store.scanIds(counters, { lower: "", upper: null }, "asc"),
].map(({ id }): JsonDocument | null => store.get(counters, id));
let next = Number(first);
const last = next + Number(count);

async function write(): Promise<void> {
  while (next < last) {
    const n = next++;
    const text = "x".repeat((n * 37) % 3000);
    const pair = ["left", "right"].map((kind) => {
      const after = { _id: newId(table), _creationTime: n + 1, kind, n, text };
      return { table, id: after._id, before: null, after };
    });
    const before = counter;
    const after: JsonDocument = {
      _id: before?._id ?? newId(counters),
      _creationTime: 1,
      pairs: Number(before?.["pairs"] ?? 0) + 1,
    };
    counter = after;
    const { ts } = store.apply(
      [...pair, { table: counters, id: after._id, before, after }],
      { sessionId: "s", requestId: n, result: String(n), logLines: [] },
    );
    await store.whenDurable(ts);
    writeSync(1, `${n}\n`);
  }
}

const writers = Array.from({ length: WRITERS }, write);
if (first === "0") await store.changeCatalog(items(["by_kind", "by_more"]));
await Promise.all(writers);
if (end === "leave") process.exit(0);
await store.close();
