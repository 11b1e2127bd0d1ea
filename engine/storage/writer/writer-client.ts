/** The store's side of the writer thread. The thread begins with the first request, so that no start waits for it. */
import { Worker } from "node:worker_threads";
import { programFile } from "../../preflight/program-file.mjs";
import { isFullCode } from "../database/disk-space.ts";
import { isDamage, isDamageCode, isFailedSync } from "../database/sqlite.ts";
import { StorageError } from "../storage-error.ts";
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
  readonly #data: WriterData;
  readonly #onUnknown: (fault: StorageError) => void;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #dead: StorageError | null = null;

  /** @param onUnknown called when an fsync failed, so that the content of the disk is unknown. */
  constructor(data: WriterData, onUnknown: (fault: StorageError) => void) {
    this.#data = data;
    this.#onUnknown = onUnknown;
  }

  /**
   * Resolves when the request is done; requests run in order.
   * @throws StorageError `disk` when the disk refused, with nothing changed, or when the thread is gone; `damaged` because of
   * what it read; `unsynced`.
   */
  request(request: WriterRequest): Promise<WriterResult> {
    if (this.#dead) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker ??= this.#begin();
      this.#worker.postMessage(request);
    });
  }

  #begin(): Worker {
    const worker = new Worker(programFile("./writer", import.meta.url), {
      workerData: this.#data,
      name: "storage-writer",
    });
    worker.on("message", (answer: WriterAnswer) => {
      const waiting = this.#waiting.shift();
      if (answer.ok) {
        waiting?.resolve(answer.result);
        return;
      }
      const fault = faultOf(answer);
      waiting?.reject(fault);
      if (fault.fault === "unsynced") this.#onUnknown(fault);
    });
    worker.on("error", (cause) => this.#die(cause));
    worker.on("exit", () => this.#die());
    return worker;
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
