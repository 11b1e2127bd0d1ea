/** The engine as a child: started, awaited, started again when it ends by itself, stopped in order. */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** Starts within this time, ms, before giving up. */
const RESTARTS = 5;
const WITHIN = 60_000;

export class EngineProcess {
  #options;
  #child = null;
  #stopping = false;
  #starts = [];

  /**
   * @param {{root: string, node: {command: string, flags: string[]}, args: string[], adminKey: string,
   *   say: (line: string) => void, gaveUp: (code: number) => void}} options
   */
  constructor(options) {
    this.#options = options;
  }

  /**
   * @returns {Promise<{url: string, siteUrl: string, deployed: boolean}>} rejects with an EngineExit when it cannot start
   */
  start() {
    const { root, node, args, adminKey } = this.#options;
    this.#starts.push(Date.now());
    const child = spawn(
      node.command,
      [...node.flags, join(root, "engine", "main.ts"), ...args],
      {
        cwd: root,
        env: { ...process.env, ENGINE_ADMIN_KEY: adminKey },
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
        if (!isReady) reject(new EngineExit(code ?? 1, fault));
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
    const { say, gaveUp } = this.#options;
    const recent = this.#starts.filter((at) => at > Date.now() - WITHIN);
    if (recent.length > RESTARTS) {
      say(`The engine ended again (${how}); giving up.`);
      gaveUp(1);
      return;
    }
    say(
      `The engine ended (${how}); starting it again. Nothing that was answered is lost.`,
    );
    this.start().catch((error) => {
      say(error.message);
      gaveUp(1);
    });
  }
}

/** The engine ended before it was ready. */
export class EngineExit extends Error {
  /**
   * @param {number} code
   * @param {{kind: string, message: string, advice: string} | null} fault null when it could not say why (engine/fault.ts)
   */
  constructor(code, fault) {
    super(fault?.message ?? `The engine could not start (code ${code}).`);
    this.code = code;
    this.fault = fault;
  }
}
