/** Resident memory of another process, from Linux's /proc. */
import { readFileSync, writeFileSync } from "node:fs";

/** Resident memory now, and the peak since `forgetPeak`; MiB. */
export function residentMib(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

/** Resets the peak to the current value. */
export const forgetPeak = (pid: number) =>
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
