/** The answer to GET of a stored file: all of it or a range, with safety headers for browsers. */
import type { Readable } from "node:stream";
import { isShown, safetyHeaders } from "./content-safety.ts";
import { parseRange } from "./range.ts";
import type { StoredFile } from "./stored-file.ts";

/** `open` starts reading the body; null when there is none. */
export type FileAnswer = {
  readonly status: 200 | 206 | 416;
  readonly headers: Record<string, string>;
  readonly open: (() => Readable) | null;
};

/** Contract i: browsers may cache what they show for 30 days, since the content of a key never changes. */
const CACHE_OF_SHOWN = "private, max-age=2592000";
/**
 * An addition to the contract: pages do not show downloads again, and deleted files should not stay in browser caches.
 */
const CACHE_OF_DOWNLOADS = "no-store";

/** @param read the content, or a part of it; both ends are inclusive. */
export function fileAnswer(
  file: StoredFile,
  rangeHeader: string | undefined,
  read: (part?: { first: number; last: number }) => Readable,
): FileAnswer {
  const range = parseRange(rangeHeader, file.size);
  const headers = headersOf(file);
  switch (range.kind) {
    case "whole":
      return {
        status: 200,
        headers: {
          ...headers,
          "Content-Length": String(file.size),
          Digest: `sha-256=${file.sha256}`,
        },
        open: () => read(),
      };
    case "part": {
      const { first, last } = range;
      return {
        status: 206,
        headers: {
          ...headers,
          "Content-Length": String(last - first + 1),
          "Content-Range": `bytes ${first}-${last}/${file.size}`,
        },
        open: () => read(range),
      };
    }
    case "unsatisfiable":
      return {
        status: 416,
        headers: {
          "Content-Range": `bytes */${file.size}`,
          "Content-Length": "0",
        },
        open: null,
      };
  }
}

function headersOf(file: StoredFile): Record<string, string> {
  return {
    ...(file.contentType === null ? {} : { "Content-Type": file.contentType }),
    "Cache-Control": isShown(file.contentType)
      ? CACHE_OF_SHOWN
      : CACHE_OF_DOWNLOADS,
    "Accept-Ranges": "bytes",
    ...safetyHeaders(file.contentType),
  };
}
