/**
 * Pages of the client with their own head: it replaces everything between `<!--page-head-->` and `<!--/page-head-->` in
 * the file. Precompressed copies then no longer match, so the page is compressed again.
 */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const BEGIN = "<!--page-head-->";
const END = "<!--/page-head-->";

/** A page takes about 10 kB. */
const MAX_PACKED = 128;

/** For a few kilobytes, the best level takes several times as long and saves a hundred bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const packers = {
  br: (page: Buffer) => promisify(brotliCompress)(page, BROTLI),
  gzip: promisify(gzip),
} as const;

/** A page as it is sent. */
export type HeadedPage = {
  readonly body: Buffer;
  /** Of exactly these bytes. */
  readonly etag: string;
};

/**
 * The page with its head; null when the file has no place for one, or there is no head.
 * @throws Error of Node when it cannot be read
 */
export async function headPage(
  file: string,
  findHead: () => Promise<string | null>,
): Promise<Buffer | null> {
  const text = await readFile(file, "utf8");
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END, begin);
  if (begin === -1 || end === -1) return null;
  const head = await findHead();
  if (head === null) return null;
  return Buffer.from(
    text.slice(0, begin) + head + text.slice(end + END.length),
  );
}

/** Compresses pages and keeps the most recent ones: compression costs a hundred times the rest. */
export class PagePacker {
  readonly #packed = new Map<string, Promise<Buffer>>();

  /** @param encoding null sends it as it is */
  async pack(
    page: Buffer,
    encoding: keyof typeof packers | null,
  ): Promise<HeadedPage> {
    const digest = createHash("sha256").update(page).digest("base64url");
    const etag = `"${digest.slice(0, 22)}${encoding === null ? "" : `-${encoding}`}"`;
    if (encoding === null) return { body: page, etag };
    const packed = this.#packed.get(etag) ?? packers[encoding](page);
    this.#packed.delete(etag);
    this.#packed.set(etag, packed);
    const [oldest] = this.#packed.keys();
    if (this.#packed.size > MAX_PACKED && oldest !== undefined)
      this.#packed.delete(oldest);
    return { body: await packed, etag };
  }
}
