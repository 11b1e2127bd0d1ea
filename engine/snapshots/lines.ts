/** Lines of a stream of bytes. */
import { ImportError } from "./import-error.ts";

/** Bytes per line: a document may have 1 MiB, and its text several times as much. */
const MAX_LINE = 16 << 20;
const NEWLINE = 0x0a;

/** @throws ImportError, with the backend's texts, for a line that is too long or not UTF-8, and for a byte order mark */
export async function* linesOf(
  content: AsyncIterable<Buffer>,
): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  let isFirst = true;
  const line = () => {
    const bytes = rest.length === 1 && rest[0] ? rest[0] : Buffer.concat(rest);
    rest = [];
    length = 0;
    if (isFirst && bytes.subarray(0, 3).toString("latin1") === "ï»¿")
      throw new ImportError(
        "Utf8BomNotSupported",
        "UTF-8 BOM is not supported. Please save your file without BOM.",
      );
    isFirst = false;
    return textOf(bytes);
  };
  for await (const chunk of content) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      length += part.length;
      if (length > MAX_LINE)
        throw new ImportError(
          "LineTooLong",
          `A line is longer than ${MAX_LINE >> 20} MiB, more than any document.`,
        );
      if (part.length > 0) rest.push(part);
      if (end < 0) break;
      yield line();
      from = end + 1;
    }
  }
  if (length > 0) yield line();
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export function textOf(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new ImportError(
      "NotUtf8",
      "Import wasn't valid UTF8: stream did not contain valid UTF-8",
      cause,
    );
  }
}
