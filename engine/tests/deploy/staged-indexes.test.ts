import { expect, test } from "vitest";
import type { JsonObject } from "../../values/json.ts";
import {
  module,
  object,
  pushRequest,
  schemaOf,
  open,
  useDeploy,
} from "./open-deploy.ts";

useDeploy({ expected: true });

test("[DE5] a staged index is built like any other, and unstaging it does not rebuild it", async () => {
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
  const config = { type: "database", name: "notes.by", fields: ["text"] };
  const diffOf = async (schema: JsonObject) => {
    const request = pushRequest([module("a.js")], { schema });
    const { schemaChange } = await open.pusher.startPush(request);
    return schemaChange.indexDiffs[""];
  };
  const none = {
    added_indexes: [],
    removed_indexes: [],
    enabled_indexes: [],
    disabled_indexes: [],
  };
  expect(await diffOf(staged(by))).toEqual({
    ...none,
    added_indexes: [{ ...config, staged: true }],
  });
  await open.push(pushRequest([module("a.js")], { schema: staged(by) }));
  expect(indexes()).toEqual(["by_creation_time", "by"]);
  const made = open.store.catalog.index(
    open.store.catalog.table("notes")?.number ?? 0,
    "by",
  );
  await expect(
    open.push(
      pushRequest([module("a.js")], { schema: staged([...by, ...by]) }),
    ),
  ).rejects.toThrow("two or more definitions");
  const schema = schemaOf("notes", object({ text: "string" }), by);
  expect(await diffOf(schema)).toEqual({
    ...none,
    enabled_indexes: [{ ...config, staged: false }],
  });
  await open.push(pushRequest([module("a.js")], { schema }));
  expect(indexes()).toEqual(["by_creation_time", "by"]);
  expect(open.store.catalog.index(made?.table ?? 0, "by")).toEqual(made);
  expect(await diffOf(staged(by))).toMatchObject({
    removed_indexes: [],
    disabled_indexes: [{ ...config, staged: true }],
  });
});
