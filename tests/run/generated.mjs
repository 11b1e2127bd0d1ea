/** convex/_generated must be what the official CLI makes now, in a temporary copy. Prints the files that differ. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const root = join(import.meta.dirname, "../..");
const copy = mkdtempSync(join(tmpdir(), "yourturn-generated-"));

const contents = (folder) =>
  new Map(
    readdirSync(folder).map((name) => [
      name,
      readFileSync(join(folder, name), "utf8"),
    ]),
  );

try {
  const committed = contents(join(root, "convex/_generated"));
  cpSync(join(root, "package.json"), join(copy, "package.json"));
  cpSync(join(root, "convex"), join(copy, "convex"), { recursive: true });
  rmSync(join(copy, "convex/_generated"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "dir");
  const { status } = spawnSync(
    process.execPath,
    [join(root, "launch/codegen.mjs"), copy],
    { stdio: "inherit" },
  );
  if (status !== 0) throw new Error(`The code generation ended with ${status}`);
  const fresh = contents(join(copy, "convex/_generated"));
  const stale = [...new Set([...committed.keys(), ...fresh.keys()])].filter(
    (name) => committed.get(name) !== fresh.get(name),
  );
  for (const name of stale) console.error(`stale: convex/_generated/${name}`);
  if (stale.length > 0) {
    console.error("Run `npm run codegen` and commit the result.");
    process.exitCode = 1;
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
