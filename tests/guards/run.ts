/**
 * `npm run guards`: breaks each guard of convex/ and engine/ separately, in a copy of the tree, and runs the tests that
 * reach it. Lists guards that no test notices. Exits with 1 unless each of them has a reason in the code
 * (`// Guard untested: …`). `--only convex/http.ts,engine/sync/` limits it to these files and folders, `--part 1/4` to a
 * quarter of the guards. Results for this exact tree are kept in guard-results/, so that an interrupted run resumes.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { copyWithSwitches } from "./copy.ts";
import { judge } from "./judge.ts";

/** For each folder, the tests that reach it. */
const TESTS = {
  convex: { projects: "convex", files: ["tests/convex/**/*.test.ts"] },
  engine: {
    projects: "engine,contract",
    files: ["{engine/tests,tests/launch}/**/*.test.ts"],
  },
};
const root = resolve(import.meta.dirname, "../..");
const { values: wish } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    part: { type: "string", default: "1/1" },
  },
});
const [part = 1, parts = 1] = wish.part.split("/").map(Number);
const { folder, hash, guards } = copyWithSwitches(root);
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const results = join(root, "guard-results", hash);
mkdirSync(results, { recursive: true });
const only = wish.only.split(",");
const chosen = guards
  .filter(({ path }) => only.some((one) => path.startsWith(one)))
  .filter((_, at, all) => Math.floor((at * parts) / all.length) === part - 1);
if (chosen.length === 0) throw new Error("There is no guard in there.");
// A log lists the test files that are done for these guards.
const asked = createHash("sha256").update(JSON.stringify(wish)).digest("hex");
const verdicts = Object.entries(TESTS).flatMap(([top, tests]) => {
  const own = chosen.filter(({ path }) => path.startsWith(`${top}/`));
  return own.length === 0
    ? []
    : judge(
        folder,
        own,
        tests,
        join(results, `${top}-${asked.slice(0, 8)}.jsonl`),
      );
});
const survivors = verdicts.filter(({ noticedBy }) => noticedBy === null);
const open = survivors.filter(({ reason }) => reason === null);
for (const { path, line, text, missedBy } of open)
  console.log(`${path}:${line}  ${text}  (refuses in ${missedBy} tests)`);
for (const { path, line, reason, noticedBy } of verdicts)
  if (reason !== null && noticedBy !== null)
    console.log(
      `${path}:${line}  has a test, and needs no reason: ${noticedBy}`,
    );
console.log(
  `${verdicts.length} guards, ${survivors.length} that no test misses, ${open.length} of them without a reason.`,
);
process.exitCode = open.length === 0 ? 0 : 1;
