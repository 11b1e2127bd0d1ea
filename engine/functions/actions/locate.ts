/** Finds original positions of code in action workers, by the source maps next to it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readSourceMap, type SourceMap } from "../deployed/source-map.ts";

/**
 * @param folder of the modules, as a file URL ending with a slash.
 * @returns as `RealmHost.locate`.
 */
export function createLocate(
  folder: string,
): (file: string, line: number, column: number) => string | null {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (file: string) => {
    let map = maps.get(file);
    if (map === undefined) {
      const path = fileURLToPath(`${file}.map`);
      map = existsSync(path) ? readSourceMap(readFileSync(path, "utf8")) : null;
      maps.set(file, map);
    }
    return map;
  };
  return (file, line, column) => {
    if (!file.startsWith(folder)) return null;
    const found = mapOf(file)?.find(line - 1, column - 1);
    if (!found) return `${file.slice(folder.length)}:${line}:${column}`;
    return `${found.source}:${found.line + 1}:${found.column + 1}`;
  };
}
