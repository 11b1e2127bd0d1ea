import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { strFromU8, unzipSync } from "fflate";
import { expect, onTestFinished, test, vi } from "vitest";
import { Exporter } from "../../snapshots/exporter.ts";
import type { StateReader } from "../../storage/storage-types.ts";
import type { JsonObject } from "../../values/json.ts";
import { int64 } from "../../values/kinds.ts";
import { must } from "../../values/user-error.ts";
import { keyOf, openFiles } from "../files/open-files.ts";
import { seeded } from "../../../tests/seed.ts";

const HOUR = 60 * 60_000;
const ALL = { lower: "", upper: null };
const FAILED = { state: "failed", error: "The engine's log says why." };

async function openExporter() {
  const opened = await openFiles();
  const { store, database, contents, sweeper, path, errors } = opened;
  await store.changeCatalog({
    tables: ["empty", "items"].map((name) => ({ name, indexes: [] })),
  });
  const folder = join(path, "exports");
  let interrupt = () => Promise.resolve();
  const states: StateReader[] = [];
  const exporter = new Exporter({
    store: {
      readState: async () => {
        const state = await store.readState();
        states.push(state);
        try {
          await interrupt();
        } catch (error) {
          state.close();
          throw error;
        }
        return state;
      },
    },
    files: contents,
    sweeper,
    folder,
    now: () => Date.UTC(2026, 10, 22),
    logError: (_, error) => void errors.push(error),
  });
  await exporter.open();
  onTestFinished(async () => {
    await exporter.stop();
    await opened.close();
  });
  const table = must(store.catalog.table("items"), "items").number;
  const insert = async (...rows: JsonObject[]) => {
    const { ts } = await database.runMutation((transaction) => {
      for (const row of rows) transaction.insert(table, row);
      return Promise.resolve({ value: null });
    });
    await database.whenDurable(ts);
  };
  const settled = () =>
    vi.waitFor(() => {
      if (exporter.latest?.state === "in_progress") throw new Error("wait");
      return exporter.latest;
    });
  const download = async () => {
    const latest = await settled();
    if (latest?.state !== "completed") throw new Error("no export");
    const zip = must(await exporter.read(latest.startTs), "the ZIP");
    const bytes = await buffer(zip.open());
    expect(bytes).toHaveLength(zip.size);
    const entries = Object.entries(unzipSync(bytes));
    return new Map(entries.map(([name, data]) => [name, strFromU8(data)]));
  };
  return {
    ...opened,
    ...{ folder, exporter, table, insert, settled, download, states },
    /** Runs when the next exports have their state but have not started to read it. */
    meanwhile: (work: () => Promise<void>) => void (interrupt = work),
  };
}

const linesOf = (text: string | undefined) =>
  must(text, "entry").split("\n").slice(0, -1);

test("[SN1] the ZIP has each table with its number, and its documents in order of their ids", async () => {
  const { store, exporter, insert, table, download } = await openExporter();
  await insert({ n: 1 }, { n: 2 }, { n: 3 });
  await exporter.request(false);
  const zip = await download();
  expect([...zip.keys()]).toEqual([
    "README.md",
    "_tables/documents.jsonl",
    "empty/documents.jsonl",
    "empty/generated_schema.jsonl",
    "items/documents.jsonl",
    "items/generated_schema.jsonl",
  ]);
  expect(zip.get("_tables/documents.jsonl")).toBe(
    `{"name":"empty","id":${table - 1}}\n{"name":"items","id":${table}}\n`,
  );
  expect(zip.get("items/generated_schema.jsonl")).toBe('"uniform"\n');
  expect(zip.get("empty/documents.jsonl")).toBe("");
  const ids = [...store.scanIds(table, ALL, "asc")].map(({ id }) => id);
  const documents = linesOf(zip.get("items/documents.jsonl")).map(
    (line) => JSON.parse(line) as JsonObject,
  );
  expect(documents.map(({ _id }) => _id)).toEqual(ids);
  expect(documents.map(({ n }) => n).sort()).toEqual([1, 2, 3]);
});

test("[SN2] numbers show their kind, and values that JSON cannot write stay wrapped", async () => {
  const { exporter, insert, download } = await openExporter();
  await insert({
    zero: 0,
    below: { $float: "AAAAAAAAAIA=" },
    huge: 1e21,
    whole: 9_007_199_254_740_992,
    part: 1.5e-7,
    integer: int64(42n),
    most: int64(2n ** 63n - 1n),
    infinite: { $float: "AAAAAAAA8H8=" },
    bytes: { $bytes: "ABCD" },
    Upper: [true, null, 'é\u2028"'],
    inner: { b: 1, a: int64(-1n) },
  });
  await exporter.request(false);
  const [line] = linesOf((await download()).get("items/documents.jsonl"));
  expect(
    must(line, "line").replace(/"_creationTime":.*?"_id":"\w+",/, ""),
  ).toBe(
    '{"Upper":[true,null,"é\u2028\\""],"below":-0.0,"bytes":{"$bytes":"ABCD"},' +
      '"huge":1e+21,"infinite":{"$float":"AAAAAAAA8H8="},"inner":{"a":-1,"b":1.0},' +
      '"integer":42,"most":9223372036854775807,"part":1.5e-7,' +
      '"whole":9007199254740992.0,"zero":0.0}',
  );
});

test("[SN3] later writes and deletions do not show, and a file deleted meanwhile is still in the ZIP", async () => {
  const opened = await openExporter();
  const { exporter, insert, download, upload, filesPath, table } = opened;
  await insert({ n: 1 }, { n: 2 });
  const storageId = await upload("content", { type: "text/plain" });
  opened.meanwhile(async () => {
    await insert({ n: 3 });
    const { ts } = await opened.database.runMutation((transaction) => {
      for (const { id } of [...opened.store.scanIds(table, ALL, "asc")].slice(
        1,
      ))
        transaction.remove(table, id);
      opened.own.delete(transaction, storageId);
      return Promise.resolve({ value: null });
    });
    await opened.database.whenDurable(ts);
    await opened.sweeper.idle();
  });
  await exporter.request(true);
  const zip = await download();
  const documents = linesOf(zip.get("items/documents.jsonl"));
  expect(
    documents.map((line) => (JSON.parse(line) as JsonObject).n).sort(),
  ).toEqual([1, 2]);
  expect(zip.get(`_storage/${storageId}`)).toBe("content");
  expect(
    JSON.parse(must(zip.get("_storage/documents.jsonl"), "files")),
  ).toMatchObject({
    _id: storageId,
    size: 7,
    contentType: "text/plain",
    internalId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  });
  // The file's content is removed now.
  await opened.sweeper.idle();
  expect(await readdir(filesPath)).toEqual([]);
});

test("[SN4] a second export at once is refused; one that failed leaves nothing and can be requested again", async () => {
  const { exporter, settled, folder, errors, meanwhile } = await openExporter();
  meanwhile(() => Promise.reject(new Error("no disk")));
  await exporter.request(false);
  await expect(exporter.request(false)).rejects.toMatchObject({
    ...{ code: "ExportInProgress", status: 400 },
  });
  expect(await settled()).toEqual(FAILED);
  expect(await readdir(folder)).toEqual([]);
  expect(errors.splice(0)).toHaveLength(1);
  meanwhile(() => Promise.resolve());
  await exporter.request(false);
  expect(await settled()).toMatchObject({ state: "completed" });
});

test("[SN3] a file that the disk has lost is named in the README, and all else is in the ZIP", async () => {
  const opened = await openExporter();
  const { exporter, download, insert, upload, contents, urlOf } = opened;
  await insert({ n: 1 });
  const [kept, lost] = [await upload("kept"), await upload("lost")];
  await contents.remove(keyOf(urlOf(lost)));
  await exporter.request(true);
  const zip = await download();
  expect(zip.get("README.md")).toContain(`- _storage/${lost}\n`);
  expect(linesOf(zip.get("items/documents.jsonl"))).toHaveLength(1);
  expect(zip.get(`_storage/${kept}`)).toBe("kept");
  const described = linesOf(zip.get("_storage/documents.jsonl"));
  expect(described.map((line) => JSON.parse(line) as JsonObject)).toMatchObject(
    [{ _id: kept }],
  );
  const said =
    "Stored files that the disk has lost: 1. The ZIP's README.md names them.";
  expect(opened.errors.splice(0)).toEqual([new Error(said)]);
  await exporter.request(false);
  expect((await download()).get("README.md")).not.toContain(lost);
});

test("[SN4] an export that is stopped within a table leaves nothing open, and none starts after the stop", async () => {
  const opened = await openExporter();
  const { exporter, insert, folder, errors, states, table } = opened;
  const pick = seeded(1);
  const text = String.fromCharCode(
    ...Array.from({ length: 8_000 }, () => 65 + pick(58)),
  );
  await insert(...Array.from({ length: 500 }, (_, n) => ({ n, text })));
  const isReading = Promise.withResolvers<void>();
  opened.meanwhile(() => {
    const [state] = states;
    if (!state) throw new Error("no state");
    const documents = state.documents.bind(state);
    vi.spyOn(state, "documents").mockImplementation(function* (number) {
      let count = 0;
      for (const one of documents(number)) {
        if (number === table && ++count === 100) isReading.resolve();
        yield one;
      }
      if (number === table) errors.push(new Error("read to the end"));
    });
    return Promise.resolve();
  });
  await exporter.request(false);
  await isReading.promise;
  await exporter.stop();
  expect(exporter.latest).toMatchObject({
    ...{ state: "failed", error: expect.stringContaining("stopped") as string },
  });
  expect(() => states[0]?.tables()).toThrow("not open");
  expect(await readdir(folder)).toEqual([]);
  await expect(exporter.request(false)).rejects.toMatchObject({
    code: "EngineStopping",
  });
  expect(errors).toEqual([]);
});

test("[SN4] a state may be closed while it is read, and reading on is an error, not the end", async () => {
  const { store, insert, table } = await openExporter();
  await insert({ n: 1 }, { n: 2 }, { n: 3 });
  const state = await store.readState();
  const rows = state.documents(table);
  rows.next();
  state.close();
  expect(() => rows.next()).toThrow("The reader was closed");
});

test("[SN5] a ZIP is gone after an hour, or when a new one takes its place", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { exporter, folder, download, insert } = await openExporter();
  await exporter.request(false);
  await download();
  const [first] = await readdir(folder);
  await insert({ n: 1 });
  await exporter.request(false);
  await download();
  const second = await readdir(folder);
  expect(second).toHaveLength(1);
  expect(second).not.toContain(first);
  expect(await exporter.read(Number.parseInt(must(first, "ZIP")))).toBeNull();
  vi.advanceTimersByTime(HOUR);
  expect(exporter.latest).toBeNull();
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
});
