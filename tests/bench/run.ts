/**
 * The benchmark: `npm run bench`, `npm run bench -- --only P2a`, `npm run bench -- --quick`.
 * Prints one line a figure and all of them as a table; `--write` puts the table into docs/bench.md. Ends with 1 when a pass line is missed beyond noise. What the figures mean and
 * which lines they must keep: docs/bench.md. Needs Linux (taskset, /proc) and two CPUs.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { FigureGroup } from "./figures/context.ts";
import { enumeration } from "./figures/a7-enumeration.ts";
import { signIns } from "./figures/a8-sign-ins.ts";
import { fanOut } from "./figures/p1-fan-out.ts";
import { sustained } from "./figures/p1c-sustained.ts";
import { slowReaders } from "./figures/p1d-slow-readers.ts";
import { reactivePeer } from "./figures/p1e-reactive-peer.ts";
import { mutations } from "./figures/p2-mutations.ts";
import { contended } from "./figures/p2d-contended.ts";
import { joinStorm } from "./figures/p3a-join-storm.ts";
import { watchedCalls } from "./figures/p3b-watched-calls.ts";
import { precision } from "./figures/p3c-precision.ts";
import { directory } from "./figures/p4-directory.ts";
import { businesses, history } from "./figures/p4-history.ts";
import { coldStart } from "./figures/p5-start.ts";
import { atOnce } from "./figures/p6-at-once.ts";
import { bytes } from "./figures/p6a-bytes.ts";
import { lighthouse } from "./figures/p6b-lighthouse.ts";
import { joinPage } from "./figures/p6c-join-page.ts";
import { called } from "./figures/p6d-called.ts";
import { backOnline } from "./figures/p6e-back-online.ts";
import { longLine } from "./figures/p6f-long-line.ts";
import { waits } from "./figures/waits.ts";
import { CLIENT_CPU } from "./measure/children.ts";
import { formatFigure, judge, type Figure } from "./measure/figure.ts";
import { pinToCpu } from "./measure/processor-time.ts";
import { load, reportOf, writeReport } from "./measure/report.ts";

const GROUPS: readonly FigureGroup[] = [
  fanOut,
  sustained,
  slowReaders,
  reactivePeer,
  mutations,
  contended,
  joinStorm,
  watchedCalls,
  precision,
  history,
  businesses,
  directory,
  coldStart,
  bytes,
  lighthouse,
  joinPage,
  called,
  backOnline,
  longLine,
  atOnce,
  enumeration,
  signIns,
  waits,
];
const FULL = { rounds: 3, effort: 1 };
const QUICK = { rounds: 3, effort: 0.25 };

const { values: options } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const only = options.only.map((id) => id.toLowerCase());
const wanted = GROUPS.filter(
  (group) =>
    only.length === 0 ||
    group.ids.some((id) => only.includes(id.toLowerCase())),
);
if (wanted.length === 0) {
  console.error(`Known: ${GROUPS.flatMap((group) => group.ids).join(" ")}`);
  process.exit(2);
}

pinToCpu(process.pid, CLIENT_CPU);
const folder = mkdtempSync(join(tmpdir(), "yourturn-bench-"));
const figures: Figure[] = [];
const loadBefore = load();
console.log(`load ${loadBefore}`);
try {
  for (const group of wanted)
    await group.run({
      folder,
      ...(options.quick ? QUICK : FULL),
      report: (figure) => {
        console.log(formatFigure(figure));
        figures.push(figure);
      },
    });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const report = reportOf(figures, loadBefore);
console.log(`\n${report}\n`);
if (options.write)
  await writeReport(
    fileURLToPath(new URL("../../docs/bench.md", import.meta.url)),
    report,
  );
const failed = figures.filter((figure) => judge(figure) === "FAIL").length;
console.log(
  `${figures.length - failed} figures kept their lines, ${failed} missed`,
);
process.exit(failed === 0 ? 0 : 1);
