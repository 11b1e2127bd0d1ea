/** Processor time of another process, from Linux's /proc. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cpus } from "node:os";

/** Milliseconds of user and system time of a process's living threads, in nanoseconds instead of steps of 10 ms. */
export function processorMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const text = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
    nanoseconds += Number(text.split(" ")[0]);
  }
  return nanoseconds / 1e6;
}

/** taskset fails when one of the threads it has listed ends before its turn. */
const TRIES = 5;
/** Pins a process and all its threads to one CPU. @throws Error where taskset is missing. */
export const pinToCpu = (pid: number, cpu: number) => allow(pid, String(cpu));
/** Undoes `pinToCpu`. Threads and processes started from now on may run anywhere too. */
export const unpin = (pid: number) => allow(pid, `0-${cpus().length - 1}`);

/** `list` in taskset's format. */
function allow(pid: number, list: string): void {
  for (let attempt = 1; ; attempt++)
    try {
      const args = ["-a", "-p", "-c", list, String(pid)];
      execFileSync("taskset", args, { stdio: "pipe" });
      return;
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
}
