/**
 * The benchmark: `npm run bench`, `npm run bench -- --only P2a,P3b`, `--quick` (a quarter of the writes), `--resume`
 * (keeps finished groups), `--table` (only prints the saved results). Each group runs in a separate process with a time
 * limit, and saves its figures in bench-results/ as they come. The final table covers everything saved there. Exits with
 * 1 when a pass line is missed beyond noise or a group failed. docs/bench.md explains the figures and their lines. Needs
 * Linux (taskset, /proc) and two CPUs.
 */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { FigureGroup } from "../../engine/bench/figures/context.ts";
import { GROUPS, groupsOf } from "./groups.ts";
import { runAlone } from "../../engine/bench/measure/alone.ts";
import { judge } from "../../engine/bench/measure/figure.ts";

import { load, reportOf } from "../../engine/bench/measure/report.ts";
import {
  readResult,
  resultFile,
  saveResult,
  saveTable,
} from "../../engine/bench/measure/results.ts";

const GROUP = fileURLToPath(new URL("./group.ts", import.meta.url));
/** How much longer than on an idle machine a group may take. */
const PATIENCE = 4;
const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    quick: { type: "boolean", default: false },
    resume: { type: "boolean", default: false },
    table: { type: "boolean", default: false },
  },
});
const fileOf = (group: FigureGroup) => resultFile(group.ids[0], options.quick);
const isDone = (group: FigureGroup) => readResult(fileOf(group))?.done === true;
const ids = options.only.flatMap((list) => list.split(","));
const wanted = options.table
  ? []
  : groupsOf(ids).filter((group) => !(options.resume && isDone(group)));
for (const group of wanted) rmSync(fileOf(group), { force: true });
const minutes = wanted.reduce((sum, group) => sum + group.minutes, 0);
console.log(
  `${wanted.length} groups, ${options.quick ? "less than" : "no more than"} ${minutes} minutes on an idle machine; load ${load()}`,
);

for (const group of wanted) {
  console.log(
    `\n${group.ids.join(" ")} (${new Date().toISOString().slice(11, 19)})`,
  );
  const end = await runAlone(
    [
      ...[process.execPath, ...process.execArgv, GROUP],
      ...[fileOf(group), group.ids[0], ...(options.quick ? ["quick"] : [])],
    ],
    group.minutes * PATIENCE * 60_000,
  );
  const result = readResult(fileOf(group));
  if (end === "out of time" && result)
    saveResult(fileOf(group), { ...result, done: false, error: end });
}

const results = GROUPS.flatMap((group) => readResult(fileOf(group)) ?? []);
const report = reportOf(results);
console.log(`\n${report}\n`);
saveTable(report, options.quick);
const figures = results.flatMap((result) => result.figures);
const missed = figures.filter((figure) => judge(figure) === "FAIL").length;
const broken = results.filter((result) => !result.done).length;
console.log(
  `${figures.length - missed} figures kept their lines, ${missed} missed; ${broken} groups not whole`,
);
process.exit(missed + broken === 0 ? 0 : 1);
