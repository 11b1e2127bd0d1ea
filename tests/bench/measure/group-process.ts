/** A group of figures as a process that leads its own process group: within a time, and nothing is left behind. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const GROUP = fileURLToPath(new URL("../group.ts", import.meta.url));

let endRunning = () => {};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    endRunning();
    process.exit(130);
  });

/** @param args of group.ts. @returns "ended", or why it did not end well */
export function runGroup(
  args: readonly string[],
  withinMs: number,
): Promise<"ended" | "failed" | "out of time"> {
  const child = spawn(process.execPath, [...process.execArgv, GROUP, ...args], {
    stdio: "inherit",
    detached: true,
  });
  endRunning = () => {
    try {
      process.kill(-(child.pid ?? 0), "SIGKILL");
    } catch {
      // All of it has ended by itself.
    }
  };
  return new Promise((resolve) => {
    let isLate = false;
    const limit = setTimeout(() => {
      isLate = true;
      endRunning();
    }, withinMs);
    child.once("exit", (code) => {
      clearTimeout(limit);
      endRunning();
      resolve(isLate ? "out of time" : code === 0 ? "ended" : "failed");
    });
  });
}
