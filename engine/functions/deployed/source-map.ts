/** Maps positions in bundled code to their originals, with Node's reader of source maps. Does not cache maps. */
import { SourceMap as NodeSourceMap, type SourceMapPayload } from "node:module";

export type OriginalPosition = {
  readonly source: string;
  /** from 0 */
  readonly line: number;
  /** from 0 */
  readonly column: number;
};

/** Finds originals; lines and columns of generated code count from 0. */
export type SourceMap = {
  find(line: number, column: number): OriginalPosition | null;
};

/** Parses on demand: most maps are never used. A broken map finds nothing. */
export function readSourceMap(text: string): SourceMap {
  let parsed: NodeSourceMap | null | undefined;
  return {
    find(line, column) {
      parsed ??= parse(text);
      const entry = parsed?.findEntry(line, column);
      // If a line has no mapping before the column, Node returns one of a line above.
      if (
        !entry ||
        !("originalSource" in entry) ||
        entry.generatedLine !== line
      )
        return null;
      const { originalSource, originalLine, originalColumn } = entry;
      return originalSource === undefined
        ? null
        : {
            source: originalSource,
            line: originalLine,
            column: originalColumn,
          };
    },
  };
}

function parse(text: string): NodeSourceMap | null {
  try {
    return new NodeSourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    return null;
  }
}
