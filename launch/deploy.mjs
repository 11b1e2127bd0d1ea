/** Deploys the functions with the official CLI, which needs only the engine: no account, no internet. */
import { join } from "node:path";
import { run } from "../engine/build/run.mjs";

/** The sources of the deployed functions. */
export const FUNCTION_SOURCES = [
  "convex",
  "convex.json",
  "tsconfig.json",
  "package-lock.json",
];

/**
 * @typedef {{url: string, adminKey: string, codegen: boolean}} Target
 * @param {string} root
 * @param {{command: string}} node
 * @param {Target} target
 */
export async function deploy(root, node, { codegen, ...target }) {
  const generate = codegen ? "enable" : "disable";
  await runConvex(root, node, target, [
    ...["deploy", "--yes", "--typecheck", "disable"],
    // A shop with a long history also gets its new indexes and loses unused ones.
    "--skip-large-indexes-check",
    ...["--codegen", generate],
  ]);
}

/**
 * Runs a command of the official CLI against an engine.
 * @param {string} root where convex/ and node_modules/ are
 * @param {{command: string}} node
 * @param {{url: string, adminKey: string}} target
 * @param {readonly string[]} args
 */
export async function runConvex(root, node, { url, adminKey }, args) {
  const cli = join(root, "node_modules", "convex", "bin", "main.js");
  const { CONVEX_DEPLOYMENT, CONVEX_DEPLOY_KEY, ...env } = process.env;
  await run(node.command, [cli, ...args], {
    cwd: root,
    env: {
      ...env,
      CONVEX_SELF_HOSTED_URL: url,
      CONVEX_SELF_HOSTED_ADMIN_KEY: adminKey,
      // No crash reports and no version checks: they are not wanted, and there may be no internet.
      CI: "1",
      CONVEX_VERSION_API_ORIGIN: url,
    },
  });
}
