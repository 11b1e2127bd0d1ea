/**
 * Runs the engine or the stand-ins as a child process: starts it, waits until it is ready, restarts it when it ends,
 * stops it.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** This many restarts within this time, ms, before giving up. */
const RESTARTS = 5;
const WITHIN = 60_000;

export class ChildProgram {
  #options;
  #child = null;
  #stopping = false;
  #starts = [];

  /**
   * @param {{name: string, file: string, root: string, node: {command: string, flags: string[]}, args: string[],
   *   env: Record<string, string>, comfort?: string, say: (line: string) => void, gaveUp: (code: number) => void}} options
   *   `name` starts a sentence, `file` is below `root`, `env` is added to our own, `comfort` is printed after a restart
   */
  constructor(options) {
    this.#options = options;
  }

  /** @returns {Promise<any>} what it reports as `ready`; rejects with a ProgramExit when it cannot start */
  start() {
    const { root, node, file, args, env, name } = this.#options;
    this.#starts.push(Date.now());
    const child = spawn(
      node.command,
      [...node.flags, join(root, file), ...args],
      {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      },
    );
    this.#child = child;
    return new Promise((resolve, reject) => {
      let isReady = false;
      let fault = null;
      child.on("message", (message) => {
        if (message.fault !== undefined) {
          fault = message.fault;
          return;
        }
        isReady = true;
        resolve(message.ready);
      });
      child.on("error", reject);
      child.on("exit", (code, signal) => {
        this.#child = null;
        if (!isReady) reject(new ProgramExit(name, code ?? 1, fault));
        else if (!this.#stopping) this.#again(signal ?? `code ${code}`);
      });
    });
  }

  /** Resolves when it has ended. */
  stop() {
    this.#stopping = true;
    const child = this.#child;
    if (child === null) return Promise.resolve();
    return new Promise((resolve) => {
      child.on("exit", () => resolve());
      child.kill("SIGTERM");
    });
  }

  #again(how) {
    const { name, comfort = "", say, gaveUp } = this.#options;
    const recent = this.#starts.filter((at) => at > Date.now() - WITHIN);
    if (recent.length > RESTARTS) {
      say(`${name} stopped again (${how}); giving up.`);
      gaveUp(1);
      return;
    }
    say(`${name} stopped (${how}); starting it again. ${comfort}`.trimEnd());
    this.start().catch((error) => {
      say(error.message);
      gaveUp(1);
    });
  }
}

/** A program ended before it was ready. */
export class ProgramExit extends Error {
  /**
   * @param {string} name
   * @param {number} code
   * @param {{kind: string, message: string, advice: string} | null} fault null when it gave no reason (engine/fault.ts)
   */
  constructor(name, code, fault) {
    super(fault?.message ?? `${name} could not start (code ${code}).`);
    this.code = code;
    this.fault = fault;
  }
}
