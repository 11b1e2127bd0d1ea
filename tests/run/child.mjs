/** Runs one command to its end: collects its output, applies a time limit, and leaves no process behind. */
import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import process from "node:process";

const running = new Set();

/** Ends the command and everything it started. */
function end(child) {
  try {
    // The command leads its own process group, so a browser or a server that it started ends with it.
    process.kill(
      process.platform === "win32" ? child.pid : -child.pid,
      "SIGKILL",
    );
  } catch {
    // It has ended in the meantime.
  }
}

/** Set before it starts any process, which inherit the priority. */
function letOthersFirst(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended.
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
 * @param options `cwd`, `env`, `timeoutMs`, `isPolite`: it and its processes run at lower priority
 * @returns exit code (null after the time limit) and stdout and stderr as one text
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
