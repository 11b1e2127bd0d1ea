import { expect, test, vi } from "vitest";
import { SchemaCheck } from "../../deploy/schema-check.ts";
import type { CommitListener } from "../../transactions/transaction-types.ts";
import type { JsonObject } from "../../values/json.ts";
import {
  module,
  object,
  pushRequest,
  schemaOf,
  open,
  useDeploy,
} from "./open-deploy.ts";

const modules = [module("messages.js")];
const strict = schemaOf("notes", object({ text: "string" }));
useDeploy({ expected: true });
const push = (schema: JsonObject) =>
  open.push(pushRequest(modules, { schema }));

test("[DE8] only tables whose document type changes are checked again", async () => {
  await push(strict);
  await open.insert("notes", { text: "x" });
  const notes = open.store.catalog.table("notes")?.number;
  const scans = vi.spyOn(open.store, "scanIds");
  const looked = async (schema: JsonObject) => {
    scans.mockClear();
    expect(await push(schema)).toHaveProperty("componentDiffs");
    return scans.mock.calls.some(([table]) => table === notes);
  };
  expect(await looked(strict)).toBe(false);
  expect(await looked(schemaOf("notes", { type: "any" }))).toBe(true);
  expect(await looked(strict)).toBe(true);
});

test("[DE8] a document type that was never checked is checked even when it stays the same", async () => {
  await push(schemaOf("notes", object({ text: "string" }), [], false));
  await open.insert("notes", { text: 5 });
  expect(await push(strict)).toMatchObject({ type: "failed" });
});

/** A check over the open store that hears only what the test commits. */
function openCheck() {
  const listeners = new Set<CommitListener>();
  const schema = { tables: [], schemaValidation: true };
  const check = new SchemaCheck("", schema, null, open.store, {
    onCommit: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
  const write = (from: number, count: number) => {
    const ids = Array.from({ length: count }, (_, n) => String(from + n));
    const commit = { ts: 1, ids: new Set(ids), keys: new Map() };
    for (const listener of listeners) listener(commit);
  };
  return { check, listeners, write };
}

test("[DE9] a push that is not finished stops recording after 100,000 written documents, and then fails", () => {
  const { check, listeners, write } = openCheck();
  write(0, 100_000);
  write(0, 100_000);
  expect(check.lookAtWritten()).toBeNull();
  expect(listeners.size).toBe(1);
  write(100_000, 1);
  expect(listeners.size).toBe(0);
  expect(check.lookAtWritten()).toEqual({
    error: "Too many documents were written meanwhile. Push again.",
    tableName: "",
    componentPath: "",
  });
});

test("[DE9] a finished push ends the checks of those that it has overtaken", async () => {
  await push(strict);
  const end = vi.spyOn(SchemaCheck.prototype, "end");
  const start = async (path: string) => {
    const request = pushRequest([module(path)], { schema: strict });
    const { schemaChange } = await open.pusher.startPush(request);
    const pushId = schemaChange.schemaIds[""];
    await open.checked(pushId);
    return pushId;
  };
  await start("abandoned.js");
  const finished = await start("finished.js");
  expect(end).not.toHaveBeenCalled();
  await open.pusher.finishPush(finished, false);
  expect(end).toHaveBeenCalledTimes(2);
});
