/** The writer thread: owns the connection that writes, and answers requests one by one. Started by writer-client.ts. */
import { parentPort, workerData } from "node:worker_threads";
import { must } from "../../values/user-error.ts";
import { connect, sqliteCode } from "../database/sqlite.ts";
import type {
  Batch,
  Close,
  WriterAnswer,
  WriterData,
  WriterRequest,
  WriterResult,
} from "./writer-messages.ts";
import { CatalogWriter } from "./catalog-writer.ts";
import { BatchWriter } from "./batch-writer.ts";
import { DraftWriter } from "./draft-writer.ts";
import { ANSWER_LIMITS } from "../commits/kept-answers.ts";
import { Places } from "../catalog/places.ts";
import { Checkpointer } from "../database/checkpointer.ts";

const { file, logPages } = workerData as WriterData;
const port = must(parentPort, "the writer runs in a worker thread");
const connection = connect(file);
const places = new Places(connection);
const batches = new BatchWriter(connection, ANSWER_LIMITS, places);
const checkpoints = new Checkpointer(connection, file, logPages);
const catalog = new CatalogWriter(connection, places);
const drafts = new DraftWriter(connection, places);

port.on("message", (request: WriterRequest) => {
  port.postMessage(answer(request));
  if (request.kind === "close") port.close();
});

function answer(request: WriterRequest): WriterAnswer {
  try {
    return { ok: true, result: perform(request) };
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    return {
      ok: false,
      message: error instanceof Error ? error.message : String(error),
      code: sqliteCode(error),
    };
  }
}

function perform(request: WriterRequest): WriterResult {
  // A late sweep must not change a closed folder.
  if (!connection.open) throw new Error("it was closed");
  if (request.kind !== "close") checkpoints.beforeCommit();
  switch (request.kind) {
    case "batch":
      batches.write(request);
      checkpoints.afterBatch(rowsIn(request));
      return null;
    case "checkpoint":
      checkpoints.whileQuiet();
      return null;
    case "prepare":
      return catalog.prepare(request);
    case "backfill":
      return catalog.backfill(request);
    case "publish":
      return catalog.publish(request);
    case "fill":
      return drafts.fill(request);
    case "switch":
      return drafts.switch(request);
    case "sweep":
      return catalog.sweep(request);
    case "close":
      return close(request);
  }
}

function close({ isWhole }: Close): number {
  try {
    return checkpoints.finish(isWhole ? "closed" : "opening") ? 1 : 0;
  } catch {
    // The next start meets the cause and reports it.
    return 0;
  } finally {
    // The store's connection is still open. Without it, this would checkpoint the log without the seal.
    connection.close();
  }
}

function rowsIn(batch: Batch): number {
  return batch.documents.length + batch.entries.length + batch.answers.length;
}
