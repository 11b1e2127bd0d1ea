/** Scans the database in the background: shortly after the start, then once a day. Repairs nothing. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { programFile } from "../../preflight/program-file.mjs";
import type { Damage } from "../damage.ts";
import type { Bite } from "./database-scan.ts";

export type ScanPlan = {
  /** Delay of the first scan after the start, and of the next after the end of each; ms. */
  readonly first: number;
  readonly next: number;
  /** Rest time as a multiple of work time. */
  readonly pace: number;
};

export const SCAN_PLAN: ScanPlan = {
  first: 5_000,
  next: 24 * 3600_000,
  pace: 4,
};

/** What the thread is started with, and what it sends. */
export type ScanData = { readonly file: string; readonly pace: number };
export type ScanMessage = Bite | "done";

export type ScanState = {
  readonly isRunning: boolean;
  /** Documents checked by the running scan, or by the last one. */
  readonly documents: number;
  /** When the last one finished, ms since the epoch; null when none has since the start. */
  readonly finishedAt: number | null;
};

export class Scanner {
  readonly #file: string;
  readonly #plan: ScanPlan;
  readonly #onFound: (damage: Damage) => void;
  #worker: Worker | null = null;
  #timer: NodeJS.Timeout;
  #isStopped = false;
  #documents = 0;
  #finishedAt: number | null = null;

  /** @param onFound called for each damaged place, in each scan */
  constructor(file: string, plan: ScanPlan, onFound: (damage: Damage) => void) {
    this.#file = file;
    this.#plan = plan;
    this.#onFound = onFound;
    this.#timer = this.#later(plan.first);
  }

  get state(): ScanState {
    return {
      isRunning: this.#worker !== null,
      documents: this.#documents,
      finishedAt: this.#finishedAt,
    };
  }

  /** Ends a running scan. The file is not used any more once this settles. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const worker = this.#worker;
    if (worker === null) return;
    worker.ref();
    // Not `terminate`: a thread that is cut off while it loads SQLite's driver ends the whole process.
    worker.postMessage("stop");
    await once(worker, "exit");
  }

  #later(delay: number): NodeJS.Timeout {
    return setTimeout(() => this.#start(), delay).unref();
  }

  #start(): void {
    const data: ScanData = { file: this.#file, pace: this.#plan.pace };
    const worker = new Worker(programFile("./scan-thread", import.meta.url), {
      workerData: data,
      name: "storage-scan",
    });
    worker.unref();
    this.#worker = worker;
    this.#documents = 0;
    worker.on("message", (message: ScanMessage) => this.#hear(message));
    // An unexpected error. The next scan tries again.
    worker.on("error", (error: unknown) =>
      this.#onFound({ why: `the scan failed: ${String(error)}` }),
    );
    worker.on("exit", () => {
      this.#worker = null;
      if (!this.#isStopped) this.#timer = this.#later(this.#plan.next);
    });
  }

  #hear(message: ScanMessage): void {
    if (message === "done") {
      this.#finishedAt = Date.now();
      return;
    }
    this.#documents += message.documents;
    for (const damage of message.found) this.#onFound(damage);
  }
}
