/**
 * All fault tests at full length: `npm run faults`, `npm run faults -- --only kill,power-cut`, `--resume` (skips what has
 * passed), `--short` (the lengths of `npm test -- --all`). Draws come from a new seed, which is printed;
 * `SEED=… npm run faults` repeats a run. Each file runs alone and within a time limit. Vitest's reports are kept in
 * fault-results/. Ends with 1 unless all of them have passed.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runAlone } from "../../engine/bench/measure/alone.ts";

/** The parts of Vitest's json report used here. */
type Report = {
  readonly success: boolean;
  readonly startTime: number;
  readonly numPassedTests: number;
};

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
    "engine/tests/transactions/serial.long.test.ts",
    "engine/tests/sync/whole-engine.long.test.ts",
  ],
};
/** Minutes that a file may take at full length; ten for all others. */
const MINUTES: Readonly<Record<string, number>> = {
  backup: 40,
  bookings: 30,
  counter: 30,
  cut: 20,
  erase: 60,
  frames: 15,
  "jobs-kill": 30,
  joins: 40,
  kill: 60,
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
const folder = join(ROOT, "fault-results", pace);
mkdirSync(folder, { recursive: true });

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
const reportOf = ({ name }: File) => join(folder, `${name}.json`);
const read = (file: File) =>
  existsSync(reportOf(file))
    ? (JSON.parse(readFileSync(reportOf(file), "utf8")) as Report)
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
}

/** A file that did not run to its end, or in which nothing ran, is failed. */
const results = all
  .filter((file) => read(file) !== null || wanted.includes(file))
  .map((file) => {
    const report = read(file);
    const isPassed =
      report?.success === true &&
      report.numPassedTests > 0 &&
      !late.has(file.name);
    const on = new Date(report?.startTime ?? Date.now()).toISOString();
    const what = isPassed ? `${report.numPassedTests} passed` : "failed";
    return { isPassed, line: `${file.name}: ${what}, ${on.slice(0, 10)}` };
  });
console.log(`\n${results.map(({ line }) => line).join("\n")}\n`);
const failed = results.filter(({ isPassed }) => !isPassed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
