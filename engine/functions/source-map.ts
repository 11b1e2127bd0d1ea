/**
 * Reads source maps (version 3) far enough to find the original of a position. Holds no cache.
 * https://tc39.es/ecma426/
 */

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

type Segment = readonly [
  column: number,
  source: number,
  line: number,
  originalColumn: number,
];

const DIGITS = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map(
    (char, digit) => [char, digit],
  ),
);

/** Parses lazily: most maps are never asked. A broken map finds nothing. */
export function readSourceMap(text: string): SourceMap {
  let parsed: { sources: string[]; lines: Segment[][] } | undefined;
  return {
    find(line, column) {
      parsed ??= parse(text);
      const segment = parsed.lines[line]?.findLast(
        ([start]) => start <= column,
      );
      const source = segment && parsed.sources[segment[1]];
      if (segment === undefined || source === undefined) return null;
      return { source, line: segment[2], column: segment[3] };
    },
  };
}

function parse(text: string): { sources: string[]; lines: Segment[][] } {
  try {
    const { sources, mappings } = JSON.parse(text) as {
      sources: string[];
      mappings: string;
    };
    return { sources, lines: decode(mappings) };
  } catch {
    return { sources: [], lines: [] };
  }
}

/** Every number is relative to the one before it; the generated column starts anew on each line. */
function decode(mappings: string): Segment[][] {
  let source = 0;
  let line = 0;
  let originalColumn = 0;
  return mappings.split(";").map((group) => {
    let column = 0;
    const segments: Segment[] = [];
    for (const text of group === "" ? [] : group.split(",")) {
      const [a = 0, b, c = 0, d = 0] = decodeNumbers(text);
      column += a;
      if (b === undefined) continue;
      source += b;
      line += c;
      originalColumn += d;
      segments.push([column, source, line, originalColumn]);
    }
    return segments;
  });
}

/** Base64 VLQ: five bits a digit, lowest first; the sixth says that more follow, the lowest of all is the sign. */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const char of text) {
    const digit = DIGITS.get(char) ?? 0;
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
