import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import {
  module,
  object,
  openDeploy,
  pushRequest,
  schemaOf,
  type OpenDeploy,
} from "./open-deploy.ts";

let open: OpenDeploy;

beforeEach(async () => {
  open = await openDeploy();
});
afterEach(() => open.close());

test("[DE5] a staged index is checked and not built until it is staged no more", async () => {
  const by = [{ indexDescriptor: "by", fields: ["text"] }];
  const staged = (stagedDbIndexes: JsonObject[]) => {
    const schema = schemaOf("notes", object({ text: "string" }));
    const [table] = schema["tables"] as JsonObject[];
    return { ...schema, tables: [{ ...table, stagedDbIndexes }] };
  };
  const indexes = () => {
    const { catalog } = open.store;
    const table = catalog.table("notes")?.number ?? 0;
    return catalog.indexesOf(table).map(({ name }) => name);
  };
  await open.push(pushRequest([module("a.js")], { schema: staged(by) }));
  expect(indexes()).toEqual(["by_creation_time"]);
  await expect(
    open.push(
      pushRequest([module("a.js")], { schema: staged([...by, ...by]) }),
    ),
  ).rejects.toThrow("two or more definitions");
  const schema = schemaOf("notes", object({ text: "string" }), by);
  await open.push(pushRequest([module("a.js")], { schema }));
  expect(indexes()).toEqual(["by_creation_time", "by"]);
});
