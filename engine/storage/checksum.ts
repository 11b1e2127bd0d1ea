/**
 * Checksums of rows: what quick_check cannot see is a changed byte inside a value. Written by the writer, compared by
 * every read from disk.
 */
import { crc32 } from "node:zlib";
import type { Key } from "../values/json.ts";

/** Of a document: its id too, so that rows cannot change places. */
export function checksumOfDocument(id: string, body: string): number {
  return crc32(body, crc32(id));
}

/** Of an index entry: its index too. */
export function checksumOfEntry(index: number, key: Key): number {
  return crc32(key, index);
}

/** Of an answered request. */
export function checksumOfAnswer(
  sessionId: string,
  requestId: number,
  result: string,
  logLines: string,
): number {
  return crc32(logLines, crc32(result, crc32(sessionId, requestId)));
}
