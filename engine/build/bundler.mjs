/**
 * Bundles the engine: `node bundler.mjs SOURCES FOLDER`. Each thread is one file. Packages are bundled too, which saves
 * loading a hundred files at each start. Exceptions are the native package and those that are found by path.
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
    writer: join(sources, "storage", "writer", "writer.ts"),
    "base-copy": join(sources, "snapshots", "archive", "base-copy.ts"),
    "scan-thread": join(sources, "storage", "scan", "scan-thread.ts"),
    worker: join(sources, "functions", "actions", "worker.ts"),
    "watchdog-thread": join(
      sources,
      "functions",
      "running",
      "watchdog-thread.ts",
    ),
  },
  platform: "node",
  external: /^(node:|better-sqlite3|web-streams-polyfill)/,
});
await bundle.write({
  dir: folder,
  format: "esm",
  sourcemap: true,
  // Stack traces need only positions. The sources exist on disk.
  sourcemapExcludeSources: true,
});
await bundle.close();
// Without this, Node parses each file twice to detect its module type.
writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
