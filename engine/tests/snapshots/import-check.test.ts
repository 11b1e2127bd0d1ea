import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { checkImport } from "../../snapshots/import-check.ts";
import { planImport, type ImportMode } from "../../snapshots/import-plan.ts";
import type {
  ImportSource,
  SourceTable,
} from "../../snapshots/import-source.ts";
import { TableImporter } from "../../snapshots/table-importer.ts";
import { parseZipName } from "../../snapshots/zip-names.ts";
import type { StateReader } from "../../storage/storage-types.ts";
import { CreationClock } from "../../transactions/creation-clock.ts";
import { newId } from "../../values/ids.ts";

const SHOP = 10_001;

const tableOf = (
  name: string,
  rows: readonly unknown[] = [],
  component = "",
): SourceTable => ({
  ...{ name, component, wholeNumbers: "float64" },
  async *rows() {
    for (const row of rows) yield await Promise.resolve(JSON.stringify(row));
  },
});
const source = (given: Partial<ImportSource>): ImportSource => ({
  ...{ tables: [], numbers: [], files: [], size: 0, close: () => undefined },
  ...given,
});
const listing = (...rows: unknown[]) =>
  source({ numbers: [tableOf("_tables", rows)] });
const NAMES = Array.from({ length: 10_001 }, (_, n) => `t${n}`);
const holding = (documents: number) =>
  ({
    tables: () => [{ name: "shops", number: SHOP, indexes: [] }],
    count: () => Promise.resolve(documents),
  }) as unknown as StateReader;
const check = (
  given: ImportSource,
  mode: ImportMode = "requireEmpty",
  documents = 0,
) => checkImport(given, mode, holding(documents), new Set([""]), tmpdir());

test.each<[code: string, text: string, given: ImportSource]>([
  ...[
    { tables: [tableOf("a", [], "other")] },
    { numbers: [tableOf("_tables", [], "other")] },
  ].map((given): [string, string, ImportSource] => [
    ...(["ComponentNotFound", "component 'other'"] as const),
    source(given),
  ]),
  [
    "TooManyTables",
    "more than 10000 tables",
    source({ tables: NAMES.map((name) => tableOf(name)) }),
  ],
  [
    "TooManyTables",
    "more than 10000 tables",
    listing(...NAMES.map((name, n) => ({ name, id: SHOP + n }))),
  ],
  [
    "DuplicateTableName",
    "`_tables` contains duplicate entries for `shops`",
    listing({ name: "shops", id: SHOP }, { name: "shops", id: SHOP + 1 }),
  ],
  ...[null, 5, {}, { name: 5, id: SHOP }].map(
    (row): [string, string, ImportSource] => [
      ...(["InvalidConvexValue", "table requires name"] as const),
      listing(row),
    ],
  ),
  ...["5", 1.5, 0, -1, null].map((id): [string, string, ImportSource] => [
    "InvalidConvexValue",
    `table requires id (received ${String(id)})`,
    listing({ name: "shops", id }),
  ]),
])("[SN14] an import fails with %s: %s", (code, text, given) =>
  expect(check(given)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(text) as string,
  }),
);

test("[SN11] only a table that has documents is refused, and only when it must be empty", async () => {
  const shops = source({ tables: [tableOf("shops", [{}])] });
  await expect(check(shops, "requireEmpty", 1)).rejects.toMatchObject({
    code: "TableExists",
  });
  for (const [mode, documents] of [
    ["requireEmpty", 0],
    ["append", 1],
    ["replace", 1],
  ] as const)
    expect((await check(shops, mode, documents)).changes).toMatchObject([
      { name: "shops", added: 1, existing: documents },
    ]);
});

test.each([
  ["1a/documents.jsonl", "table name '1a' invalid"],
  ["a b/generated_schema.jsonl", "table name 'a b' invalid"],
  ["_storage/x.png", "_storage id 'x' invalid"],
  ["_components/a/b/c/documents.jsonl", "is not a component's folder"],
])("[SN14] a file %s in a ZIP is refused", (name, text) =>
  expect(() => parseZipName(name, "")).toThrow(text),
);

const user = (name: string, number: number | null) => ({
  ...{ name, component: "", number },
});

test.each([
  [[user("shops", 9_999)], "table `shops` cannot have number 9999"],
  [[user("shops", 2 ** 32)], "table `shops` cannot have number"],
  [[user("_storage", SHOP)], "table `_storage` cannot have number"],
  [
    [user("shops", SHOP), user("visits", SHOP)],
    "conflict between `shops` and `visits` with number 10001",
  ],
])("[SN12] the table numbers %j are refused", (wanted, text) =>
  expect(() => planImport("replace", wanted, [], new Set())).toThrow(text),
);

test("[SN12] documents added to a table must have the table's number", () => {
  const shops = { name: "shops", number: SHOP, indexes: [] };
  const plan = (number: number) =>
    planImport("append", [user("shops", number)], [shops], new Set());
  expect(plan(SHOP).drafts).toMatchObject([{ number: SHOP, isAddition: true }]);
  expect(() => plan(SHOP + 5)).toThrow(
    "table shops wants table number 10006 but was already assigned 10001",
  );
});

test("[SN14] files must be of a known component, and their ids give their table's number", async () => {
  const storageId = newId(4);
  const files = ["", "other"].map((component) => ({
    ...{ storageId, component, size: 1 },
    async *content() {},
  }));
  await expect(check(source({ files }))).rejects.toMatchObject({
    code: "ComponentNotFound",
  });
  const checked = await check(source({ files: files.slice(0, 1) }));
  expect(checked.wanted).toContainEqual(user("_storage", 4));
});

test("[SN14] an id that the table already has, or that comes twice, is refused", async () => {
  const rows = async (has: boolean, known: number) => {
    const importer = new TableImporter(
      { add: () => Promise.resolve(known) },
      {
        ...{ key: "shops", number: SHOP, optional: new Set() },
        ...{ has: () => has, complaint: () => null },
      },
      new CreationClock(0, () => 1),
    );
    await importer.add({ _id: newId(SHOP) });
    await importer.flush();
    return importer.count;
  };
  expect(await rows(false, 0)).toBe(1);
  for (const [has, known] of [
    [true, 0],
    [false, 1],
  ] as const)
    await expect(rows(has, known)).rejects.toThrow(
      'Objects in table "shops" have duplicate _id fields',
    );
});
