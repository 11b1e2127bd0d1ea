/** All figures in the order of a full run: quick and most wanted first, long ones last. */
import { strangers } from "./figures/a3-strangers.ts";
import { enumeration } from "./figures/a7-enumeration.ts";
import { signIns } from "./figures/a8-sign-ins.ts";
import type { FigureGroup } from "../../engine/bench/figures/context.ts";
import { growth } from "./figures/g1-growth.ts";
import { fanOut } from "../../engine/bench/figures/p1-fan-out.ts";
import { sustained } from "../../engine/bench/figures/p1c-sustained.ts";
import { slowReaders } from "../../engine/bench/figures/p1d-slow-readers.ts";
import { mutations } from "../../engine/bench/figures/p2-mutations.ts";
import { chairs } from "./figures/p2e-chairs.ts";
import { contended } from "./figures/p2d-contended.ts";
import { joinStorm } from "./figures/p3a-join-storm.ts";
import { watchedCalls } from "./figures/p3b-watched-calls.ts";
import { precision } from "../../engine/bench/figures/p3c-precision.ts";
import { directory } from "./figures/p4-directory.ts";
import { businesses, history } from "./figures/p4-history.ts";
import { tables } from "../../engine/bench/figures/p4c-tables.ts";
import { idleMemory } from "../../engine/bench/figures/p5b-idle-memory.ts";
import { soak } from "../../engine/bench/figures/p5c-soak.ts";
import { afterRestart } from "../../engine/bench/figures/p5d-return.ts";
import { atOnce } from "./figures/p6-at-once.ts";
import { bytes } from "./figures/p6a-bytes.ts";
import { lighthouse } from "./figures/p6b-lighthouse.ts";
import { joinPage } from "./figures/p6c-join-page.ts";
import { called } from "./figures/p6d-called.ts";
import { backOnline } from "./figures/p6e-back-online.ts";
import { longLine } from "./figures/p6f-long-line.ts";
import { waits } from "./figures/waits.ts";

export const GROUPS: readonly FigureGroup[] = [
  fanOut,
  sustained,
  slowReaders,
  mutations,
  contended,
  chairs,
  joinStorm,
  watchedCalls,
  precision,
  businesses,
  directory,
  tables,
  idleMemory,
  afterRestart,
  strangers,
  enumeration,
  signIns,
  growth,
  bytes,
  joinPage,
  called,
  backOnline,
  longLine,
  atOnce,
  lighthouse,
  waits,
  history,
  soak,
];

/** The groups with one of the ids, in the order of a full run; all groups without ids. @throws Error for an unknown id */
export function groupsOf(ids: readonly string[]): readonly FigureGroup[] {
  const wanted = ids.map((id) => id.toLowerCase());
  const known = GROUPS.flatMap((group) => group.ids);
  const unknown = wanted.filter(
    (id) => !known.some((one) => one.toLowerCase() === id),
  );
  if (unknown.length > 0)
    throw new Error(`No ${unknown.join(", ")}. Known: ${known.join(" ")}`);
  if (wanted.length === 0) return GROUPS;
  return GROUPS.filter((group) =>
    group.ids.some((id) => wanted.includes(id.toLowerCase())),
  );
}
