import { expect, test, vi } from "vitest";
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
