/** Runs one command to its end: output collected, a time limit kept, nothing left behind. */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import process from "node:process";

const running = new Set();

/** Ends the command and everything it started. */
function end(child) {
  try {
    // The command leads its own process group: a browser or a server that it started goes with it.
    process.kill(
      process.platform === "win32" ? child.pid : -child.pid,
      "SIGKILL",
    );
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Before it has started anything itself: what it starts takes this over. */
function letOthersFirst(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.once(signal, () => {
    for (const child of running) end(child);
    process.exit(code);
  });
}

/**
 * @param command the words of the command
 * @param options `cwd`, `env`, `timeoutMs`, `isPolite`: it and what it starts let others go first
 * @returns exit code (null if it was ended by the time limit) and stdout and stderr as one text
 */
export function run([program, ...args], { cwd, env, timeoutMs, isPolite }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: process.platform !== "win32",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(child);
    if (isPolite && child.pid !== undefined) letOthersFirst(child.pid);
    let output = "";
    const collect = (chunk) => (output += chunk);
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    const limit = setTimeout(() => {
      output += `\nended after ${timeoutMs / 1000} s without finishing\n`;
      end(child);
    }, timeoutMs);
    const finish = (code, extra = "") => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ code, output: output + extra });
    };
    child.on("error", (error) => finish(null, `${error.message}\n`));
    child.on("close", (code) => finish(code));
  });
}
