/**
 * All fault tests at full length: `npm run faults`, `npm run faults -- --only kill,power-cut`, `--resume` (skips what has
 * passed), `--short` (the lengths of `npm test -- --all`). Draws come from a new seed, which is printed;
 * `SEED=… npm run faults` repeats a run. Each file runs alone and within a time limit. Results are kept in fault-results/,
 * with a table of all of them. Ends with 1 unless everything has passed.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runAlone } from "../../engine/bench/measure/alone.ts";
import { tableOf, type Outcome, type VitestReport } from "./table.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = ["engine/faults", "tests/faults"];
/** Those that live with what they test, by project. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  convex: [
    "tests/convex/billing/webhook-order.long.test.ts",
    "tests/convex/messages/text-alerts.long.test.ts",
    "tests/convex/mail/mail-property.test.ts",
  ],
  engine: [
    "engine/tests/http/malformed.long.test.ts",
    "engine/tests/storage/checksum.test.ts",
    "engine/tests/transactions/serial.long.test.ts",
    "engine/tests/sync/whole-engine.long.test.ts",
  ],
};
/** Minutes that a file may take at full length; ten for all others. */
const MINUTES: Readonly<Record<string, number>> = {
  backup: 40,
  bookings: 30,
  checksum: 20,
  counter: 30,
  cut: 20,
  erase: 60,
  frames: 15,
  "jobs-kill": 30,
  joins: 40,
  kill: 60,
  limit: 30,
  "migration-kill": 30,
  "outbox-kill": 30,
  "power-cut": 30,
  "push-kill": 40,
  serial: 3,
  simulation: 2,
  stop: 20,
  storm: 10,
  "whole-engine": 3,
};

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    short: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
  },
});
const pace = options.short ? "short" : "full";
if (!options.short) {
  process.env["FAULTS"] = "full";
  process.env["SEED"] ??= String(Date.now() % 2 ** 31);
  console.log(`Seed ${process.env["SEED"]}`);
}
const results = join(ROOT, "fault-results", pace);
mkdirSync(results, { recursive: true });

const all = [
  ...HERE.flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith(".test.ts"))
      .map((file) => ({ project: "faults", path: `${folder}/${file}` })),
  ),
  ...Object.entries(ELSEWHERE).flatMap(([project, paths]) =>
    paths.map((path) => ({ project, path })),
  ),
].map((file) => {
  const name = basename(file.path).replace(/(\.long)?\.test\.ts$/, "");
  return { ...file, name, minutes: MINUTES[name] ?? 10 };
});
type File = (typeof all)[number];
const reportOf = ({ name }: File) => join(results, `${name}.json`);
const read = (file: File) =>
  existsSync(reportOf(file))
    ? (JSON.parse(readFileSync(reportOf(file), "utf8")) as VitestReport)
    : null;
const names = options.only.flatMap((list) => list.split(","));
const unknown = names.filter((name) => !all.some((file) => file.name === name));
if (unknown.length > 0)
  throw new Error(
    `No ${unknown.join(", ")}. Known: ${all.map(({ name }) => name).join(" ")}`,
  );
const wanted = all
  .filter(({ name }) => names.length === 0 || names.includes(name))
  .filter((file) => !(options.resume && read(file)?.success === true));
for (const file of wanted) rmSync(reportOf(file), { force: true });
const most = wanted.reduce((sum, { minutes }) => sum + minutes, 0);
console.log(`${wanted.length} files, at most ${most} minutes together`);

const commit = commitHere();
const late = new Set<string>();
for (const file of wanted) {
  const command = [
    ...[process.execPath, join(ROOT, "node_modules/vitest/vitest.mjs"), "run"],
    ...["--project", file.project, file.path],
    ...["--reporter=default", "--reporter=json"],
    `--outputFile.json=${reportOf(file)}`,
  ];
  const end = await runAlone(command, file.minutes * 60_000);
  if (end === "out of time") late.add(file.name);
  const report = read(file);
  if (report)
    writeFileSync(reportOf(file), JSON.stringify({ ...report, commit }));
}

const outcomes: Outcome[] = all
  .map((file) => ({ ...file, report: read(file), isLate: late.has(file.name) }))
  .filter(
    ({ report, name }) =>
      report !== null ||
      late.has(name) ||
      wanted.some((file) => file.name === name),
  );
const { table, passed, failed } = tableOf(outcomes, pace);
console.log(`\n${table}\n`);
writeFileSync(join(results, "table.md"), `${table}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Abbreviated, with a `+` when files differ from it. Empty outside a repository. */
function commitHere(): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
  try {
    const isChanged = git("status", "--porcelain") !== "";
    return git("rev-parse", "--short=8", "HEAD") + (isChanged ? "+" : "");
  } catch {
    return "";
  }
}
