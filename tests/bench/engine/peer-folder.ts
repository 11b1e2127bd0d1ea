/** Packages of peers, which the product does not have: installed by npm when the bench asks, in a folder of their own. */
import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const WITHIN_MS = 300_000;

/**
 * @param packages with their versions
 * @returns the folder, which whoever asked removes. @throws Error with what npm said.
 */
export async function installPeer(
  packages: readonly string[],
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "yourturn-bench-peer-"));
  // A database may refuse to run as root, and whoever runs it instead has to get in.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "package.json"), '{"private":true}');
  await promisify(execFile)(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages],
    { cwd: folder, timeout: WITHIN_MS },
  );
  return folder;
}
