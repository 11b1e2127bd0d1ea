/** Processor time of another process, from Linux's /proc. Not wall-clock time. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

let ticksPerSecond = 0;

/** Milliseconds of user and system time that a process has used so far, all its threads included. */
export function processorMs(pid: number): number {
  ticksPerSecond ||= Number(execFileSync("getconf", ["CLK_TCK"]).toString());
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // Fields are counted after the last ")": the command name may hold spaces. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  return (ticks * 1000) / ticksPerSecond;
}

/** Pins a process and all its threads to one CPU. @throws Error where taskset is missing. */
export function pinToCpu(pid: number, cpu: number): void {
  execFileSync("taskset", ["-a", "-p", "-c", String(cpu), String(pid)], {
    stdio: "pipe",
  });
}
