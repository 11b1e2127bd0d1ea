import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ImportError } from "../../snapshots/import-error.ts";
import type { SourceFile, SourceTable } from "../../snapshots/import-source.ts";
import { openZip } from "../../snapshots/zip-source.ts";
import { newId } from "../../values/ids.ts";
import { line, zipOf } from "./wrong-files.ts";

const SNAPSHOT = Buffer.from(
  zipOf({
    "README.md": "What this is",
    "_tables/documents.jsonl": line({ name: "shops", id: 10_001 }),
    "shops/documents.jsonl": line({ name: "a" }, { name: "b" }),
    "shops/generated_schema.jsonl": '"uniform"\n',
    "_components/visits/people/documents.jsonl": line({ name: "c" }),
    "_storage/documents.jsonl": line({ _id: "x" }),
    [`_storage/${newId(4)}`]: "a picture",
  }),
);

test("[SN14] a snapshot with any byte of its ZIP changed is refused or brings the same content", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zip-damage-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "snapshot.zip");
  const read = async (bytes: Buffer) => {
    await writeFile(path, bytes);
    return await contentOf(path);
  };
  const whole = await read(SNAPSHOT);
  expect(whole).toContain("a picture");
  let refused = 0;
  for (let at = 0; at < SNAPSHOT.length; at++) {
    const bytes = Buffer.from(SNAPSHOT);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 8));
    const content = await read(bytes);
    if (content === null) refused++;
    else expect(content, `byte ${at}`).toEqual(whole);
  }
  expect(refused).toBeGreaterThan(SNAPSHOT.length / 3);
});

/** Everything that an import reads from a ZIP; null when it is refused. */
async function contentOf(path: string): Promise<string | null> {
  try {
    const source = await openZip(path, "");
    try {
      const { tables, numbers, files } = source;
      return JSON.stringify([
        await Promise.all([...numbers, ...tables].map(rowsOf)),
        await Promise.all(files.map(textOf)),
      ]);
    } finally {
      source.close();
    }
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError);
    return null;
  }
}

async function rowsOf(table: SourceTable) {
  const rows: string[] = [];
  for await (const row of table.rows()) rows.push(row);
  return { ...table, rows };
}

async function textOf(file: SourceFile) {
  let text = "";
  for await (const chunk of file.content()) text += chunk.toString();
  return { ...file, text };
}
