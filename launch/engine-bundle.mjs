/** Bundles the engine: `node engine-bundle.mjs SOURCES FOLDER`. Packages stay outside; each thread is a file of its own. */
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
  external: /^[^./]/,
});
await bundle.write({
  dir: folder,
  format: "esm",
  sourcemap: true,
  // Positions are what stacks need; the sources are there.
  sourcemapExcludeSources: true,
});
await bundle.close();
