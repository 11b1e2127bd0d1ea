/** One group's figures, in its own process. `node group.ts <results> <id> [quick]`; exits with 1 if it cannot measure. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { groupsOf } from "./groups.ts";
import { CLIENT_CPU } from "../../engine/bench/measure/children.ts";
import {
  formatFigure,
  type Figure,
} from "../../engine/bench/measure/figure.ts";
import { pinToCpu } from "../../engine/bench/measure/processor-time.ts";
import { load } from "../../engine/bench/measure/report.ts";
import { saveResult, type Result } from "../../engine/bench/measure/results.ts";

const FULL = { rounds: 3, effort: 1 };
const QUICK = { rounds: 3, effort: 0.25 };
const [file = "", id = "", pace] = process.argv.slice(2);
const [group] = groupsOf([id]);
if (group === undefined) throw new Error(`No ${id}.`);
pinToCpu(process.pid, CLIENT_CPU);
const folder = mkdtempSync(join(tmpdir(), "yourturn-bench-"));
const figures: Figure[] = [];
const startedAt = Date.now();
const before = load();
const save = (rest: Pick<Result, "done"> & Partial<Result>) => {
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  saveResult(file, {
    ...{ ids: group.ids, isQuick: pace === "quick", startedAt, seconds },
    ...{ load: before, figures, ...rest },
  });
};
save({ done: false });
try {
  await group.run({
    folder,
    ...(pace === "quick" ? QUICK : FULL),
    report: (figure) => {
      console.log(formatFigure(figure));
      figures.push(figure);
      save({ done: false });
    },
  });
  save({ done: true });
} catch (error) {
  console.error(error);
  save({ done: false, error: String(error) });
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
