/** Writes `name.br` and `name.gz` beside files that compression shrinks, for the engine to serve. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Pictures and fonts are already compressed. */
const TEXT = [".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"];
/** Smaller files fit into one packet anyway, bytes. */
const SMALL = 1_000;

/** With brotli's best compression: done once, sent many times. */
function brotli(content: Buffer): Buffer {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
    },
  });
}

export function compress(folder: string): void {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const name of names.filter((name) => TEXT.includes(extname(name)))) {
    const file = join(folder, name);
    const content = readFileSync(file);
    if (content.length < SMALL) continue;
    writeFileSync(`${file}.br`, brotli(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
