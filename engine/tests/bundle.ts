/** Bundles a folder of functions as npm convex 1.48.0 would push it (src/bundler/index.ts), without components. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import esbuild from "esbuild";
import type { DeployedBundle } from "../functions/deployed/bundle.ts";

type Module = DeployedBundle["modules"][number];
const EXTENSIONS = /\.(js|mjs|cjs|ts|tsx|mts|cts|jsx)$/;

/** Bundles `folder` (a project's `convex/`) as the CLI does for the app itself. */
export async function bundleFolder(folder: string): Promise<DeployedBundle> {
  const entries = entryPoints(folder);
  const isNode = (file: string) =>
    /^\s*["']use node["'];?\s*$/m.test(readFileSync(file, "utf8"));
  const isolate = await bundle(
    folder,
    entries.filter((file) => !isNode(file)),
    "browser",
    "_deps",
  );
  const node = await bundle(
    folder,
    entries.filter(isNode),
    "node",
    path.join("_deps", "node"),
  );
  const [auth] = await optional(folder, "auth.config");
  const [schema] = await optional(folder, "schema");
  return {
    modules: [...isolate, ...node, ...(auth ? [auth] : [])],
    schema: schema ?? null,
  };
}

/** Bundles modules given as text, by path in the functions folder. Imports resolve from `root`. */
export async function bundleSources(
  sources: Record<string, string>,
  root: string,
): Promise<DeployedBundle> {
  const { mkdtempSync, mkdirSync, writeFileSync, rmSync } =
    await import("node:fs");
  // Inside the root, so that bare imports find its node_modules.
  const folder = mkdtempSync(path.join(root, "node_modules", ".convex-test-"));
  try {
    for (const [name, source] of Object.entries(sources)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, source);
    }
    return await bundleFolder(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function entryPoints(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries
    .sort()
    .filter((file) => {
      const base = path.basename(file);
      const isEntry =
        EXTENSIONS.test(file) &&
        !file.startsWith(`_generated${path.sep}`) &&
        !/^[.#]/.test(base) &&
        !/^schema\.[jt]s$/.test(base) &&
        base.split(".").length === 2 &&
        !file.includes(" ");
      if (!isEntry) return false;
      const source = readFileSync(path.join(folder, file), "utf8");
      return !/\.tsx?$/.test(file) || /^\s{0,100}(import|export)/m.test(source);
    })
    .map((file) => path.join(folder, file));
}

async function optional(folder: string, name: string): Promise<Module[]> {
  const file = readdirSync(folder).find((entry) =>
    [`${name}.ts`, `${name}.js`].includes(entry),
  );
  if (file === undefined) return [];
  return bundle(folder, [path.join(folder, file)], "browser", "_deps", false);
}

async function bundle(
  folder: string,
  files: string[],
  platform: "browser" | "node",
  chunksFolder: string,
  splitting = true,
): Promise<Module[]> {
  if (files.length === 0) return [];
  const result = await esbuild.build({
    entryPoints: files,
    bundle: true,
    platform,
    format: "esm",
    target: "esnext",
    jsx: "automatic",
    outdir: "out",
    outbase: folder,
    conditions: ["convex", "module"],
    plugins: platform === "browser" ? [asyncHooks] : [],
    write: false,
    sourcemap: true,
    sourcesContent: false,
    splitting,
    chunkNames: path.join(chunksFolder, "[hash]"),
    treeShaking: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    minifyWhitespace: false,
    keepNames: true,
    define: { "process.env.NODE_ENV": '"production"' },
    metafile: true,
    logLevel: "warning",
  });
  const textOf = new Map(
    result.outputFiles.map((file) => [relative(file.path), file.text]),
  );
  return [...textOf]
    .filter(([name]) => !name.endsWith(".map"))
    .map(([name, source]) => ({
      path: name,
      source,
      sourceMap: textOf.get(`${name}.map`),
      environment: platform === "node" ? "node" : "isolate",
    }));
}

const relative = (file: string) =>
  path.relative(path.normalize("out"), file).split(path.sep).join("/");

/** The CLI's stand-in for async_hooks in the default runtime. */
const asyncHooks: esbuild.Plugin = {
  name: "convex-async-hooks-shim",
  setup(build) {
    build.onResolve({ filter: /^(node:)?async_hooks$/ }, (args) => ({
      path: args.path,
      namespace: "async-hooks-shim",
    }));
    build.onLoad({ filter: /.*/, namespace: "async-hooks-shim" }, () => ({
      contents: `
        export const AsyncLocalStorage = globalThis.AsyncLocalStorage;
        export const AsyncResource = globalThis.AsyncResource;
        export default { AsyncLocalStorage, AsyncResource };`,
      loader: "js",
    }));
  },
};
