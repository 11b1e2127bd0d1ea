/**
 * One page of `.paginate()`. Source: `query_page` and `read_page_from_query` in
 * crates/isolate/src/environment/udf/async_syscall.rs of get-convex/convex-backend.
 */
import type { JsonDocument } from "../../values/json.ts";
import { TRANSACTION_LIMITS } from "../../values/limits.ts";
import { must } from "../../values/user-error.ts";
import type { Position } from "./cursor.ts";
import type { QueryStream } from "./stream.ts";

export type PageLimits = {
  readonly pageSize: number;
  readonly maximumRowsRead: number | null;
  readonly maximumBytesRead: number | null;
};

export type Page = {
  readonly documents: readonly JsonDocument[];
  readonly end: Position;
  /** Where it may be split in two. */
  readonly split: Position | null;
  readonly status: "SplitRecommended" | "SplitRequired" | null;
};

/** A longer page is close to what one function may return. */
const SOFT_PAGE_LENGTH = softLimit(8192);

/**
 * @param stream must record what it reads.
 * @param start where the page begins. @param end where it must end; then sizes are ignored, so that pages stay gapless.
 */
export function readPage(
  stream: QueryStream,
  limits: PageLimits,
  start: Position | null,
  end: Position | null,
): Page {
  const read = must(stream.read, "a page needs to know what was read");
  const { keys } = read;
  const { pageSize, maximumRowsRead, maximumBytesRead } = limits;
  const documents: JsonDocument[] = [];
  let isCut = false;
  const mayRead = () => {
    if (end !== null) return true;
    isCut =
      (maximumRowsRead !== null && keys.length >= maximumRowsRead) ||
      (maximumBytesRead !== null && read.bytes >= maximumBytesRead);
    return !isCut;
  };
  while (end !== null || documents.length < pageSize) {
    const document = stream.next(mayRead);
    if (document === null) break;
    documents.push(document);
  }
  const rows = softLimit(
    Math.min(maximumRowsRead ?? Infinity, TRANSACTION_LIMITS.documentsRead),
  );
  const size = softLimit(
    Math.min(maximumBytesRead ?? Infinity, TRANSACTION_LIMITS.bytesRead),
  );
  const isLarge =
    keys.length > rows ||
    read.bytes > size ||
    documents.length > SOFT_PAGE_LENGTH;
  const last = keys.at(-1);
  const middle =
    keys.length > 2 ? keys[Math.floor(keys.length / 2)] : undefined;
  const own: Position = stream.reachedEnd
    ? "end"
    : last === undefined
      ? (start ?? "end")
      : { after: last };
  return {
    documents,
    end: end ?? own,
    split: middle === undefined ? null : { after: middle },
    status: isCut ? "SplitRequired" : isLarge ? "SplitRecommended" : null,
  };
}

function softLimit(hard: number): number {
  return Math.floor((hard * 3) / 4);
}
