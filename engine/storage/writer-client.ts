/** The store's end of the writer thread: sends requests, matches answers. Holds no state of the data. */
import { Worker } from "node:worker_threads";
import { programFile } from "../preflight/program-file.mjs";
import { isDamage } from "./sqlite.ts";
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

  constructor(data: WriterData) {
    this.#worker = new Worker(programFile("./writer", import.meta.url), {
      workerData: data,
      name: "storage-writer",
    });
    this.#worker.on("message", (answer: WriterAnswer) => {
      const waiting = this.#waiting.shift();
      if (answer.ok) waiting?.resolve(answer.result);
      else waiting?.reject(diskError(answer));
    });
    this.#worker.on("error", (cause) => this.#die(cause));
    this.#worker.on("exit", () => this.#die());
  }

  /**
   * Answers when the request is done; requests are done in order.
   * @throws StorageError `disk` when the disk refused, with nothing changed, or when the thread is gone; `damaged` when
   * it is gone because of what it read.
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
      ? new StorageError(
          "damaged",
          `The database is damaged: ${why}; restore a backup.`,
          cause,
        )
      : new StorageError(
          "disk",
          `The writer thread ended: ${why}. Restart the engine.`,
          cause,
        );
    for (const waiting of this.#waiting.splice(0)) waiting.reject(this.#dead);
  }
}

function diskError(answer: WriterAnswer & { ok: false }): StorageError {
  const why =
    answer.code === "SQLITE_FULL" ? "the disk is full" : answer.message;
  const code = answer.code ? ` (${answer.code})` : "";
  return new StorageError("disk", `Writing failed: ${why}${code}.`);
}
