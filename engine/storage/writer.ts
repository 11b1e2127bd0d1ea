/**
 * The writer thread: owns the connection that writes and answers requests one by one, in order. Started by
 * writer-client.ts with the path of the database file. Knows nothing of what is visible or who waits.
 */
import { parentPort, workerData } from "node:worker_threads";
import { must } from "../values/user-error.ts";
import { connect, sqliteCode } from "./sqlite.ts";
import type {
  WriterAnswer,
  WriterRequest,
  WriterResult,
} from "./writer-messages.ts";
import { CatalogWriter } from "./catalog-writer.ts";
import { BatchWriter } from "./batch-writer.ts";

const port = must(parentPort, "the writer runs in a worker thread");
const connection = connect(String(workerData));
const batches = new BatchWriter(connection);
const catalog = new CatalogWriter(connection);

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
  switch (request.kind) {
    case "batch":
      return batches.write(request);
    case "checkpoint":
      return batches.checkpoint();
    case "prepare":
      return catalog.prepare(request);
    case "backfill":
      return catalog.backfill(request);
    case "publish":
      return catalog.publish(request);
    case "sweep":
      return catalog.sweep();
    case "close":
      connection.pragma("wal_checkpoint(TRUNCATE)");
      connection.close();
      return null;
  }
}
