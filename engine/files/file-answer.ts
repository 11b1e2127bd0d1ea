/** What GET of a stored file is answered: the whole of it or a range, with the headers that keep browsers safe. */
import type { Readable } from "node:stream";
import { isShown, safetyHeaders } from "./content-safety.ts";
import { parseRange } from "./range.ts";
import type { StoredFile } from "./stored-file.ts";

/** An answer to GET; `open` begins to read the body, null where there is none. */
export type FileAnswer = {
  readonly status: 200 | 206 | 416;
  readonly headers: Record<string, string>;
  readonly open: (() => Readable) | null;
};

/** Contract i: browsers may keep what they show for 30 days, since a key never gets another content. */
const CACHE_OF_SHOWN = "private, max-age=2592000";
/** Own addition: a download is nothing a page shows again, and a deleted file is not to be found in a browser's cache. */
const CACHE_OF_DOWNLOADS = "no-store";

/** @param read the content, or a part of it: both ends are included. */
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
