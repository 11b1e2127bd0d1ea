/** The store's end of the writer thread: sends requests, matches answers. Holds no state of the data. */
import { Worker } from "node:worker_threads";
import { programFile } from "../preflight/program-file.mjs";
import { isFullCode } from "./disk-space.ts";
import { isDamage, isDamageCode, isFailedSync } from "./sqlite.ts";
import { StorageError } from "./storage-error.ts";
import type {
  WriterAnswer,
  WriterData,
  WriterRequest,
  WriterResult,
} from "./writer-messages.ts";

type Waiting = {
  readonly resolve: (result: WriterResult) => void;
  readonly reject: (error: StorageError) => void;
};

export class WriterClient {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #dead: StorageError | null = null;

  /** @param onUnknown told when a sync has failed, so that nobody knows what is on disk. */
  constructor(data: WriterData, onUnknown: (fault: StorageError) => void) {
    this.#worker = new Worker(programFile("./writer", import.meta.url), {
      workerData: data,
      name: "storage-writer",
    });
    this.#worker.on("message", (answer: WriterAnswer) => {
      const waiting = this.#waiting.shift();
      if (answer.ok) {
        waiting?.resolve(answer.result);
        return;
      }
      const fault = faultOf(answer);
      waiting?.reject(fault);
      if (fault.fault === "unsynced") onUnknown(fault);
    });
    this.#worker.on("error", (cause) => this.#die(cause));
    this.#worker.on("exit", () => this.#die());
  }

  /**
   * Answers when the request is done; requests are done in order.
   * @throws StorageError `disk` when the disk refused, with nothing changed, or when the thread is gone; `damaged` because
   * of what it read; `unsynced`.
   */
  request(request: WriterRequest): Promise<WriterResult> {
    if (this.#dead) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(request);
    });
  }

  #die(cause?: unknown): void {
    const why = cause instanceof Error ? cause.message : "it was closed";
    this.#dead ??= isDamage(cause)
      ? damaged(why, cause)
      : new StorageError(
          "disk",
          `The writer thread ended: ${why}. Restart the engine.`,
          cause,
        );
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#dead);
  }
}

function faultOf(answer: WriterAnswer & { ok: false }): StorageError {
  const { code = "", message } = answer;
  if (isDamageCode(code)) return damaged(message);
  const why = isFullCode(code) ? "the disk is full" : message;
  return new StorageError(
    isFailedSync(code) ? "unsynced" : "disk",
    `Writing failed: ${why}${code && ` (${code})`}.`,
  );
}

function damaged(why: string, cause?: unknown): StorageError {
  return new StorageError(
    "damaged",
    `The database is damaged: ${why}; restore a backup.`,
    cause,
  );
}
