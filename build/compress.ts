/** The neighbours `name.br` and `name.gz` of files that get smaller by it. The engine serves them to browsers that take them. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Pictures and fonts are compressed already. */
const TEXT = [".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"];
/** Less is one packet in any case, bytes. */
const SMALL = 1_000;

/** As small as brotli gets it: done once, sent a thousand times. */
function brotli(content: Buffer): Buffer {
  return brotliCompressSync(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
    },
  });
}

/** Writes the neighbours of all files below a folder. */
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
