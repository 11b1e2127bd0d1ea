/** `vite build`: the five apps, their pages, and the compressed copies. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ViteBuilder } from "vite";
import { environmentOf } from "./apps.ts";
import { outputOf, type Bundle } from "./bundle.ts";
import { compress } from "./compress.ts";
import { pagesOf } from "./pages.ts";

type Prerender = {
  frontPaths: readonly string[];
  draw: (path: string) => Promise<string>;
};

/** Vite's hook for a build of several environments. */
export async function buildClient(builder: ViteBuilder): Promise<void> {
  const { root, build: options } = builder.config;
  const folder = resolve(root, options.outDir);
  rmSync(folder, { recursive: true, force: true });
  const build = async (name: string): Promise<Bundle> => {
    const environment = builder.environments[name];
    if (environment === undefined) throw new Error(`No environment ${name}`);
    return outputOf(await builder.build(environment));
  };
  const bundles = {
    front: await build(environmentOf.front),
    site: await build(environmentOf.site),
    admin: await build(environmentOf.admin),
    customer: await build(environmentOf.customer),
    display: await build(environmentOf.display),
  };
  const drawn = await drawPages(root, await build("ssr"));
  const isOwnBackend = !builder.config.env["VITE_CONVEX_URL"];
  for (const [name, html] of pagesOf(root, { bundles, drawn, isOwnBackend })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), html);
  }
  // The pages have them inline.
  for (const bundle of Object.values(bundles))
    rmSync(join(folder, bundle.style.fileName), { force: true });
  compress(folder);
}

/** Runs the prerendering program, from a file near the packages that it imports. */
async function drawPages(root: string, program: Bundle) {
  const cache = join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "prerender-"));
  try {
    program.write(folder);
    const { frontPaths, draw } = (await import(
      pathToFileURL(join(folder, program.entry)).href
    )) as Prerender;
    const drawn = new Map<string, string>();
    for (const path of frontPaths) drawn.set(path, await draw(path));
    return drawn;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
