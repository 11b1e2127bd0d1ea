/** Files that an import must refuse, with the error for each. */
import { strToU8, unzipSync, zipSync } from "fflate";
import { decodeId, newId } from "../../values/ids.ts";
import type { ImportOptions } from "./import-calls.ts";

export const line = (...rows: object[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A ZIP of texts by name. */
export const zipOf = (entries: Record<string, string>) =>
  zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, text]) => [name, strToU8(text)]),
    ),
  );

const SHOP = 10_001;
const VISIT = 10_002;
const loose = (text: string, table = "loose") =>
  zipOf({ [`${table}/documents.jsonl`]: text });
const shops = (...rows: object[]) => loose(line(...rows), "shops");
const asCsv = { format: "csv", table: "loose" } as const;
const asArray = { format: "jsonArray", table: "shops" } as const;

/** The fault of a file, and its error. */
export const WRONG: readonly (readonly [
  string,
  (snapshot: Buffer) => Uint8Array | string,
  RegExp,
  ImportOptions?,
])[] = [
  ["no ZIP", () => "this is no ZIP at all", /invalid zip file/],
  ["nothing", () => "", /invalid zip file/],
  ["a ZIP that is cut", (zip) => zip.subarray(0, -100), /invalid zip file/],
  ["a ZIP with a changed byte", flipped, /invalid zip file|wasn't valid JSON/],
  [
    "a name that leads out of the folder",
    () => zipOf({ "../../shops/documents.jsonl": "" }),
    /invalid zip file/,
  ],
  [
    "a directory that says fewer files than it has",
    (zip) => {
      const bytes = Buffer.from(zip);
      const end = bytes.lastIndexOf("PK\x05\x06");
      bytes.writeUInt16LE(bytes.readUInt16LE(end + 10) - 1, end + 10);
      return bytes;
    },
    /invalid zip file/,
  ],
  [
    "more tables than a deployment has",
    () =>
      zipOf({
        "_tables/documents.jsonl": line(
          ...Array.from({ length: 10_001 }, (_, n) => ({
            name: `t${n}`,
            id: SHOP + n,
          })),
        ),
      }),
    /more than 10000 tables/,
  ],
  [
    "a table that is there twice",
    () => zipOf({ "a/shops/documents.jsonl": "", "shops/documents.jsonl": "" }),
    /appears twice/,
  ],
  [
    "a row that announces more than it is",
    () => announcing(shops({ name: "x" })),
    /invalid zip file/,
  ],
  [
    "more than the disk has room for",
    () => {
      const names = Array.from({ length: 2000 }, (_, n) => `t${n}`);
      const tables = names.map(
        (name) => [`${name}/documents.jsonl`, "{}"] as const,
      );
      return announcing(zipOf(Object.fromEntries(tables)), 0xffff_fff0);
    },
    /which has room for/,
  ],
  [
    "a line without an end",
    () => loose(`"${"x".repeat(17 << 20)}"`, "shops"),
    /longer than 16 MiB/,
  ],
  [
    "an id of another table",
    () =>
      shops({ _id: newId(SHOP), name: "a" }, { _id: newId(VISIT), name: "b" }),
    /_id \w+ cannot be imported into 'shops' because/,
  ],
  ["what is no id", () => shops({ _id: "x", name: "a" }), /invalid _id 'x'/],
  [
    "an id twice",
    () => {
      const row = { _id: newId(SHOP), name: "a" };
      return shops(row, row);
    },
    /Objects in table "shops" have duplicate _id fields/,
  ],
  [
    "two tables with one number",
    () =>
      zipOf({
        "_tables/documents.jsonl": line(
          { name: "shops", id: SHOP },
          { name: "visits", id: SHOP },
        ),
      }),
    /conflict between `shops` and `visits` with number 10001/,
  ],
  [
    "a document that the schema does not take",
    () => shops({ name: 1 }),
    /in table "shops" because it does not match the schema: .*name/s,
  ],
  [
    "a reference into another table",
    () => loose(line({ shop: newId(VISIT), n: 1 }), "visits"),
    /in table "visits" because it does not match the schema/,
  ],
  [
    "a field that no document may have",
    () => loose(line({ $x: 1 })),
    /Row 1 wasn't a valid Convex value: .*\$x/,
  ],
  [
    "a row that is no object",
    () => loose("{}\n[1]\n"),
    /Row 2 wasn't a valid Convex value: expected object, received \[1\]/,
  ],
  ["a row that is no JSON", () => loose("{}\n{"), /Row 2 wasn't valid JSON/],
  [
    "a stored file with another content",
    (zip) => {
      const entries = unzipSync(zip);
      for (const name of Object.keys(entries))
        if (/^_storage\/[^.]+$/.test(name)) entries[name] = strToU8("other");
      return zipSync(entries);
    },
    /Sha256 mismatch in _storage/,
  ],
  ...[{}, null, 5, { _id: 5 }].map(
    (row) =>
      [
        `${JSON.stringify(row)} as what is said of a file`,
        (zip: Buffer) =>
          zipOf({
            "_storage/documents.jsonl": `${JSON.stringify(row)}\n`,
            [`_storage/${newFileId(zip)}`]: "picture",
          }),
        /Row 1 wasn't a valid Convex value: missing field `_id`/,
      ] as const,
  ),
  [
    "a stored file of an impossible type",
    (zip) => {
      const _id = newFileId(zip);
      return zipOf({
        "_storage/documents.jsonl": line({ _id, contentType: "a/b\n" }),
        [`_storage/${_id}`]: "picture",
      });
    },
    /Row 1 wasn't a valid Convex value: Invalid character/,
  ],
  [
    "a stored file of another size",
    (zip) => {
      const _id = newFileId(zip);
      return zipOf({
        "_storage/documents.jsonl": line({ _id, size: 5 }),
        [`_storage/${_id}`]: "picture",
      });
    },
    /Size mismatch in _storage\/\w+: expected 5, got 7/,
  ],
  [
    "files whose numbers change while documents refer to them",
    () => zipOf({ [`_storage/${newId(4)}`]: "picture" }),
    /Import changes table '_storage' which is referenced by 'shops'/,
  ],
  [
    "a number that is none of Convex's",
    () => loose('{}\n{"a":1e999}\n'),
    /Row 2 wasn't a valid Convex value: number out of range/,
  ],
  ...[0, -1, "5", "now"].map(
    (_creationTime) =>
      [
        `${_creationTime} as the time of a document`,
        () => loose(line({ _creationTime })),
        /Row 1 wasn't a valid Convex value: invalid _creationTime/,
      ] as const,
  ),
  ...["null", "5", '"text"'].map(
    (row) =>
      [
        `a row that is ${row}`,
        () => loose(`${row}\n`),
        /Row 1 wasn't a valid Convex value: expected object, received/,
      ] as const,
  ),
  [
    "what an older Convex says of numbers",
    () =>
      zipOf({
        "loose/documents.jsonl": "{}\n",
        "loose/generated_schema.jsonl": '{"a":"int64"}\n',
      }),
    /cannot parse loose\/generated_schema.jsonl/,
  ],
  [
    "a lot that is said of numbers",
    () =>
      zipOf({
        "loose/documents.jsonl": "{}\n",
        "loose/generated_schema.jsonl": `${" ".repeat(1 << 20)}"uniform"`,
      }),
    /cannot parse loose\/generated_schema.jsonl/,
  ],
  [
    "a CSV with a field that no document may have",
    () => "$name\na\n",
    /CSV header "\$name" isn't a valid field name/,
    asCsv,
  ],
  [
    "an array with a byte order mark",
    () => "\ufeff[]",
    /UTF-8 BOM is not supported/,
    { format: "jsonArray", table: "loose" },
  ],
  [
    "lines with a byte order mark",
    () => "\ufeff{}",
    /UTF-8 BOM is not supported/,
    { format: "jsonLines", table: "loose" },
  ],
  [
    "a stored file under what is no id",
    () => zipOf({ "_storage/x.png": "picture" }),
    /_storage id 'x' invalid/,
  ],
  [
    "a component that is not there",
    () => zipOf({ "_components/other/a/documents.jsonl": line({}) }),
    /component 'other'/,
  ],
  [
    "a byte order mark",
    () => Buffer.from("\ufeffname\nx\n"),
    /UTF-8 BOM is not supported/,
    { format: "csv", table: "shops" },
  ],
  [
    "what is no UTF-8",
    () => Buffer.from([0x7b, 0xff, 0x7d]),
    /wasn't valid UTF8/,
    { format: "jsonLines", table: "shops" },
  ],
  [
    "a CSV row that is too short",
    () => "name,logo\na,b\nc\n",
    /CSV row 2 doesn't have all of the fields in the header/,
    asCsv,
  ],
  [
    "a CSV with a quote that nobody closes",
    () => `name,logo\na,"${`${"x".repeat(1023)}\n`.repeat(4096)}`,
    /CSV record is longer than 4 MiB/,
    asCsv,
  ],
  ["an array that is none", () => '{"name":1}', /Not a JSON array/, asArray],
  [
    "an array that is too large for memory",
    () => `[${" ".repeat(17 << 20)}]`,
    /Import is too large for JSON \(17825794 bytes > maximum 16 MiB\)/,
    asArray,
  ],
];

function newFileId(zip: Buffer): string {
  const [, id = ""] = Object.keys(unzipSync(zip)).flatMap(
    (name) => /^_storage\/([^.]+)$/.exec(name) ?? [],
  );
  return newId(decodeId(id)?.table ?? 0);
}

function flipped(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  const at = bytes.indexOf("visits/documents.jsonl") + 60;
  bytes[at] = (bytes[at] ?? 0) ^ 4;
  return bytes;
}

/** A ZIP whose directory states another size for its entries. */
function announcing(zip: Uint8Array, size = 5): Buffer {
  const bytes = Buffer.from(zip);
  const next = (from: number) => bytes.indexOf("PK\x01\x02", from);
  for (let at = next(0); at >= 0; at = next(at + 1))
    bytes.writeUInt32LE(size, at + 24);
  return bytes;
}
