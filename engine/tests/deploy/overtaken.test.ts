import { expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../storage/journal/journal.ts";
import { StorageError } from "../../storage/storage-error.ts";
import type { MaintainedCatalog } from "../../storage/storage-types.ts";
import { must } from "../../values/user-error.ts";
import { idsIn } from "../storage/test-store.ts";
import {
  module,
  pushRequest,
  schemaOf,
  open,
  useDeploy,
} from "./open-deploy.ts";

useDeploy({ expected: true });
const ANY = { type: "any" };
const by = (...fields: string[]) =>
  schemaOf("notes", ANY, [{ indexDescriptor: "by", fields }]);
const modulePaths = () =>
  open.loaded.at(-1)?.modules.map(({ path }) => path) ?? [];

async function start(path: string, schema = by("a")): Promise<string> {
  const { schemaChange } = await open.pusher.startPush(
    pushRequest([module(path)], { schema }),
  );
  const pushId = schemaChange.schemaIds[""];
  const seen = await open.checked(pushId);
  expect(seen).toEqual({ type: "complete" });
  return pushId;
}

/** Fields of the index that functions find, and the number of its documents. */
function found() {
  const { catalog } = open.store;
  const table = must(catalog.table("notes"), "notes").number;
  const index = catalog.index(table, "by");
  const { length } = (catalog as MaintainedCatalog).maintainedIndexesOf(table);
  return index && [index.fields, idsIn(open.store, index).length, length];
}

function fillDisk(): () => void {
  const spy = vi.spyOn(Journal.prototype, "write").mockImplementation(() => {
    throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
  });
  const free = () => spy.mockRestore();
  onTestFinished(free);
  return free;
}

test("[DE12] of concurrent pushes the first to finish is in force; the others get RaceDetected and leave nothing", async () => {
  await open.push(pushRequest([module("first.js")], { schema: by("a") }));
  await open.insert("notes", { a: 1, b: 2 });
  const slow = await start("slow.js", by("b"));
  const late = await start("late.js", by("b", "a"));
  const fast = await start("fast.js", by("a", "b"));
  const finishes = [fast, slow].map((id) => open.pusher.finishPush(id, false));
  const [, overtaken] = await Promise.allSettled(finishes);
  expect(overtaken).toMatchObject({
    status: "rejected",
    reason: {
      code: "RaceDetected",
      message:
        "Hit an error while pushing:\nSchema was overwritten by another push.",
    },
  });
  const seen = await open.checked(late);
  expect(seen).toEqual({ type: "raceDetected" });
  await expect(open.pusher.finishPush(late, false)).rejects.toMatchObject({
    code: "RaceDetected",
  });
  expect(modulePaths()).toEqual(["fast.js"]);
  expect(found()).toEqual([["a", "b"], 1, 2]);
});

test("[DE12] an environment change overtakes a push that waits behind it; the reverse order keeps both", async () => {
  await open.push(pushRequest([module("first.js")], { schema: by("a") }));
  const pushId = await start("second.js");
  const change = open.deployment.changeEnvironment([{ name: "A", value: "1" }]);
  const push = open.pusher.finishPush(pushId, false);
  await expect(push).rejects.toMatchObject({ code: "RaceDetected" });
  await change;
  expect(modulePaths()).toEqual(["first.js"]);
  const third = open.pusher.finishPush(await start("third.js"), false);
  // Its turn has started.
  await vi.waitFor(() => expect(open.events.prepared).toBe(3));
  await open.deployment.changeEnvironment([{ name: "B", value: "2" }]);
  await third;
  expect(modulePaths()).toEqual(["third.js"]);
  expect(open.deployment.environment).toEqual({ A: "1", B: "2" });
});

test("[DE5] an index on other fields replaces the old one together with the functions; a failed push leaves the old one", async () => {
  await open.push(pushRequest([module("old.js")], { schema: by("a") }));
  await open.insert("notes", { a: 1, b: 2 });
  const seen: unknown[] = [];
  open.events.beforeLoad = open.events.onUse = () => void seen.push(found());
  await open.push(pushRequest([module("new.js")], { schema: by("b") }));
  expect(seen).toEqual([
    [["a"], 1, 3],
    [["b"], 1, 3],
  ]);
  expect(found()).toEqual([["b"], 1, 2]);
  open.events.beforeLoad = () => {
    throw new Error("cannot be evaluated");
  };
  const failing = pushRequest([module("x.js")], { schema: by("a", "b") });
  await expect(open.push(failing)).rejects.toThrow("cannot be evaluated");
  expect(found()).toEqual([["b"], 1, 2]);
  expect(modulePaths()).toEqual(["new.js"]);
  const sources = { tableName: "_module_sources" };
  expect(await open.ask("_system/cli/tableSize", sources)).toBe(2);
});

test("[DE5] a push without a schema drops the previous indexes, even of tables that hold documents", async () => {
  await open.push(pushRequest([module("a.js")], { schema: by("a") }));
  await open.insert("notes", { a: 1 });
  await open.push(pushRequest([module("a.js")]));
  expect(found()).toBeUndefined();
  const size = { tableName: "notes" };
  expect(await open.ask("_system/cli/tableSize", size)).toBe(1);
});

test("[DE123] a push or environment change that the disk refuses leaves the old deployment, and the next push works", async () => {
  await open.push(pushRequest([module("old.js")], { schema: by("a") }));
  await open.insert("notes", { a: 1, b: 2 });
  const pushId = await start("new.js", by("b"));
  let free = () => {};
  // After the sources are stored.
  open.events.beforeLoad = () => (free = fillDisk());
  await expect(open.pusher.finishPush(pushId, false)).rejects.toThrow(
    StorageError,
  );
  expect(modulePaths()).toEqual(["old.js"]);
  const schema = open.deployment.schemas?.schema?.tables[0];
  expect(schema?.indexes[0]?.fields).toEqual(["a"]);
  expect(open.deployment.row?.modules[0]?.path).toBe("old.js");
  free();
  await vi.waitFor(() => expect(open.store.fault).toBeNull());
  expect(found()?.[0]).toEqual(["a"]);

  open.events.beforeLoad = () => (free = fillDisk());
  await expect(
    open.deployment.changeEnvironment([{ name: "A", value: "1" }]),
  ).rejects.toThrow(StorageError);
  free();
  expect(open.deployment.environment).toEqual({});
  await vi.waitFor(() => expect(open.store.fault).toBeNull());
  open.events.beforeLoad = () => {};
  await open.push(pushRequest([module("new.js")], { schema: by("b") }));
  expect(found()).toEqual([["b"], 1, 2]);
});

test("[DE123] a failure after a change is in force is logged and does not fail the change", async () => {
  open.events.onKeep = () => {
    throw new Error("modules cannot be removed");
  };
  let told = 0;
  open.deployment.watch(() => {
    throw new Error("a watcher");
  });
  open.deployment.watch(() => told++);
  await open.push(pushRequest([module("a.js")], { schema: by("a") }));
  await open.deployment.changeEnvironment([{ name: "A", value: "1" }]);
  expect([told, open.errors.length]).toEqual([2, 4]);
  expect(open.deployment.environment).toEqual({ A: "1" });
});

test("[DE123] a push waits for a mutation that has priority instead of failing", async () => {
  await open.push(pushRequest([module("a.js")], { schema: by("a") }));
  const { database, store } = open;
  const table = must(store.catalog.table("notes"), "notes").number;
  const id = await open.insert("notes", { a: 0 });
  const pushId = await start("b.js", by("a"));
  let runs = 0;
  let push: Promise<unknown> = Promise.resolve();
  await database.runMutation(async (transaction) => {
    transaction.get(table, id);
    transaction.put(table, id, { a: ++runs }, "Replace");
    if (runs <= 4) {
      // Another commit wins until the mutation has priority.
      const other = database.begin();
      other.put(table, id, { a: -runs }, "Replace");
      database.commit(other);
    }
    if (runs === 5) {
      push = open.pusher.finishPush(pushId, false);
      await vi.waitFor(() => expect(open.events.prepared).toBe(2));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { value: null };
  });
  await push;
  expect(runs).toBe(5);
  expect(modulePaths()).toEqual(["b.js"]);
});

test("[DE10] a query that runs across a push runs again", async () => {
  await open.push(pushRequest([module("a.js")], { schema: by("a") }));
  let runs = 0;
  await open.database.runQuery(async () => {
    if (++runs === 1)
      await open.push(pushRequest([module("b.js")], { schema: by("b") }));
  });
  expect(runs).toBe(2);
});
