/** Keeps a deployment's schema and documents for tests: `keep-version.mjs NAME URL ADMIN_KEY`. No real data. */
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
writeFileSync(join(folder, "schema.json"), `${schema.export()}\n`);
writeFileSync(join(folder, "documents.jsonl"), `${lines.join("\n")}\n`);
console.log(`${lines.length} documents kept in ${folder}`);
