/** Runs a program to its end and shows its output only when it fails. */
import { spawn } from "node:child_process";

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{cwd: string, env?: NodeJS.ProcessEnv, shell?: boolean}} options
 * @returns {Promise<void>} rejects with the program's output
 */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    const listen = (chunk) => {
      said += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", listen);
    child.stderr.setEncoding("utf8").on("data", listen);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (code === 0) return resolve();
      const how = signal === null ? `code ${code}` : signal;
      const name = [command, ...args].join(" ");
      reject(new Error(`${name} ended with ${how}:\n${said.trimEnd()}`));
    });
  });
}
