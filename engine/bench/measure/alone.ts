/** Runs a command as the head of a process group, with a time limit, and leaves nothing running. */
import { spawn } from "node:child_process";

let endRunning = () => {};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });

/** Runs it with our own output. @returns how it ended; the processes it started are gone too */
export function runAlone(
  [program = "", ...args]: readonly string[],
  withinMs: number,
): Promise<"ended" | "failed" | "out of time"> {
  const child = spawn(program, args, { stdio: "inherit", detached: true });
  endRunning = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // The whole group has already ended.
    }
  };
  return new Promise((resolve, reject) => {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      endRunning();
    }, withinMs);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(limit);
      endRunning();
      resolve(isLate ? "out of time" : code === 0 ? "ended" : "failed");
    });
  });
}
