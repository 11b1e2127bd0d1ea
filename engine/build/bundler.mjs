/**
 * Bundles the engine: `node bundler.mjs SOURCES FOLDER`. Each thread is a file of its own. Packages are in it, which
 * saves a start a hundred files, but for the native one and those that are found by their path.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";

const [sources = "", folder = ""] = process.argv.slice(2);

const bundle = await rolldown({
  cwd: sources,
  // All in one folder, where engine/preflight/program-file.mjs looks for them.
  input: {
    main: join(sources, "main.ts"),
    writer: join(sources, "storage", "writer.ts"),
    "base-copy": join(sources, "snapshots", "archive", "base-copy.ts"),
    "scan-thread": join(sources, "storage", "scan", "scan-thread.ts"),
    worker: join(sources, "functions", "actions", "worker.ts"),
    "watchdog-thread": join(sources, "functions", "watchdog-thread.ts"),
  },
  platform: "node",
  external: /^(node:|better-sqlite3|web-streams-polyfill)/,
});
await bundle.write({
  dir: folder,
  format: "esm",
  sourcemap: true,
  // Positions are what stacks need; the sources are there.
  sourcemapExcludeSources: true,
});
await bundle.close();
// Or Node parses each file once more, to see which kind of module it is.
writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
