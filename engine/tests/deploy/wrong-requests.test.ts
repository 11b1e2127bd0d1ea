import { expect, test } from "vitest";
import { DeployError } from "../../deploy/deploy-error.ts";
import { parseStartPush } from "../../deploy/push-request.ts";
import { parseSchema } from "../../deploy/schema-definition.ts";
import type { JsonObject } from "../../values/json.ts";
import { module, pushRequest } from "./open-deploy.ts";

const table = (more: JsonObject) => ({
  ...{ tableName: "notes", indexes: [], documentType: { type: "any" } },
  ...more,
});
const index = (indexDescriptor: string, fields = ["a"]) => ({
  indexDescriptor,
  fields,
});
const many = (count: number) =>
  Array.from({ length: count }, (_, i) => `f${i}`);
const vector = (more: JsonObject) => ({
  ...{ indexDescriptor: "by_v", vectorField: "v", dimensions: 3 },
  ...{ filterFields: [], ...more },
});
const holding = (fieldType: JsonObject) => ({
  documentType: { type: "object", value: { v: { fieldType, optional: true } } },
  vectorIndexes: [vector({})],
});
const NUMBERS = { type: "array", value: { type: "number" } };
const RESERVED = (name: string) =>
  `In table "notes" cannot name an index "${name}" because the name is reserved or invalid.`;
const NO_VECTOR =
  'In table "notes" the vector index "by_v" is invalid because it references the field v';

test.each<[text: string, wrong: JsonObject]>([
  ['Table name "1a" is invalid.', { tableName: "1a" }],
  [`Table name "${"a".repeat(65)}" is`, { tableName: "a".repeat(65) }],
  [
    'Table "notes" has 65 indexes, but the maximum number of indexes is 64.',
    { indexes: many(65).map((name) => index(name)) },
  ],
  [RESERVED("a-b"), { indexes: [index("a-b")] }],
  [
    'Index "notes.by" must have at least one field.',
    { indexes: [index("by", [])] },
  ],
  [
    "`_creationTime` is automatically added to the end of each index",
    { indexes: [index("by", ["_creationTime"])] },
  ],
  [RESERVED("by_id"), { indexes: [index("by_id")] }],
  [RESERVED("by_creation_time"), { indexes: [index("by_creation_time")] }],
  [
    'Index "notes.by" has 17 fields, but the maximum number of fields is 16.',
    { indexes: [index("by", many(17))] },
  ],
  ["Duplicate fields are not", { indexes: [index("by", ["a", "b", "a"])] }],
  [
    "Search indexes may have up to 16 filter fields.",
    {
      searchIndexes: [
        { ...index("by"), searchField: "a", filterFields: many(17) },
      ],
    },
  ],
  ...[1, 4097, 2.5].map((dimensions): [string, JsonObject] => [
    `Dimensions ${dimensions} must be between 2 and 4096.`,
    { vectorIndexes: [vector({ dimensions })] },
  ]),
  [
    'In table "notes" vector index "by_v" and vector index "by_w" have the same',
    { vectorIndexes: [vector({}), vector({ indexDescriptor: "by_w" })] },
  ],
  [NO_VECTOR, holding({ type: "string" })],
  [NO_VECTOR, holding({ type: "object", value: {} })],
  ["What the schema exports is not a schema: TypeError", { indexes: 5 }],
  [
    'What the schema exports is not a schema: UserError: Unknown validator type "function"',
    { documentType: { type: "function" } },
  ],
])("[DE11] a table is refused: %s", (text, wrong) => {
  const parse = (more: JsonObject) =>
    parseSchema(
      JSON.stringify({ tables: [table(more)], schemaValidation: true }),
    );
  expect(() => parse(holding(NUMBERS))).not.toThrow();
  let error: unknown;
  try {
    parse(wrong);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(DeployError);
  expect(error).toMatchObject({ code: "InvalidSchema" });
  expect((error as DeployError).message.slice(0, text.length)).toBe(text);
});

const component = (modules: JsonObject[]) => ({
  ...{ definitionPath: "a", definition: module("convex.config.js") },
  ...{ functions: modules, udfServerVersion: "1.48.0" },
});

test.each<[code: string, text: string, request: unknown]>([
  ["InvalidConfig", "Invalid push request: request", []],
  ["InvalidConfig", "Invalid push request: request", null],
  ["InvalidConfig", "Invalid push request: request", 5],
  [
    "InvalidConfig",
    "Invalid push request: a list",
    { ...pushRequest([]), nodeDependencies: 5 },
  ],
  [
    "InvalidConfig",
    "Invalid push request: environment",
    pushRequest([{ ...module("a.js"), environment: "deno" }]),
  ],
  [
    "InvalidConfig",
    "Invalid push request: module source",
    pushRequest([{ ...module("a.js"), source: 5 }]),
  ],
  ...["a b.js", "/a.js", "a//b.js", "a\u0000.js", "a/../b.js"].map(
    (path): [string, string, unknown] => [
      "BadConvexModuleIdentifier",
      `${path} is not a valid path to a Convex module.`,
      pushRequest([module(path)]),
    ],
  ),
  [
    "NodeActionsNotSupported",
    "Node actions are not supported in components.",
    pushRequest([], { components: [component([module("n.js", {}, "node")])] }),
  ],
])("[DE11] a push is refused with %s: %s", (code, text, request) =>
  expect(() => parseStartPush(request)).toThrow(
    expect.objectContaining({
      code,
      message: expect.stringContaining(text) as string,
    }) as Error,
  ),
);
