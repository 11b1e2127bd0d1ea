/**
 * Keeps this version's schema and all documents of a running deployment for tests/launch/earlier-versions.test.ts:
 * `node tests/run/keep-version.mjs NAME URL ADMIN_KEY`. Not for real people's data: the result is committed unchanged.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import esbuild from "esbuild";
import { AdminApi } from "../../launch/admin-api.mjs";

const [name, url, key] = process.argv.slice(2);
const root = join(import.meta.dirname, "../..");
const folder = join(root, "tests/launch/earlier", String(name));
const api = new AdminApi(String(url), String(key));

const { outputFiles } = await esbuild.build({
  entryPoints: [join(root, "convex/schema.ts")],
  ...{ bundle: true, write: false, format: "esm", platform: "node" },
});
const source = encodeURIComponent(outputFiles[0]?.text ?? "");
const { default: schema } = await import(`data:text/javascript,${source}`);

const lines = [];
for (const table of Object.keys(schema.tables).sort())
  for (const document of await api.documents(table))
    lines.push(JSON.stringify({ table, ...document }));

mkdirSync(folder);
writeFileSync(
  join(folder, "schema.json"),
  `${JSON.stringify(JSON.parse(schema.export()), null, 2)}\n`,
);
writeFileSync(join(folder, "documents.jsonl"), `${lines.join("\n")}\n`);
console.log(`${lines.length} documents kept in ${folder}`);
