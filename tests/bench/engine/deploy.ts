/** Deploys a project to an engine by the official CLI, as any user would. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ADMIN_KEY } from "./process.ts";
import { applyPatches, makeWorkFolder, type Patch } from "./work-folder.ts";

const REPOSITORY = fileURLToPath(new URL("../../../", import.meta.url));
const CLI = join(REPOSITORY, "node_modules/convex/bin/main.js");

/** The product's own functions. */
export const PRODUCT = join(REPOSITORY, "convex");

export type Project = {
  /** The `convex` folder to copy. */
  readonly source: string;
  /** Files to put beside its modules; they never become part of the product. */
  readonly extra?: readonly string[];
  readonly patches?: readonly Patch[];
};

/** Pushes a copy of the project. @throws Error with the CLI's output when it refuses. */
export async function deploy(url: string, project: Project): Promise<void> {
  const root = makeWorkFolder("deploy");
  try {
    const convex = join(root, "convex");
    mkdirSync(convex);
    cpSync(project.source, convex, { recursive: true });
    for (const file of project.extra ?? [])
      cpSync(file, join(convex, basename(file)));
    applyPatches(convex, project.patches ?? []);
    writeFileSync(
      join(root, "package.json"),
      JSON.stringify({
        name: "bench",
        type: "module",
        dependencies: { convex: "*" },
      }),
    );
    await runCli(root, url);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function runCli(cwd: string, url: string): Promise<void> {
  const flags = ["--typecheck", "disable", "--codegen", "disable", "--yes"];
  await promisify(execFile)(process.execPath, [CLI, "deploy", ...flags], {
    cwd,
    env: {
      PATH: process.env["PATH"],
      HOME: cwd,
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: ADMIN_KEY,
      CI: "1",
    },
  });
}
