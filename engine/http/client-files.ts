/**
 * Serves the built web client: the files of one folder only, and its index page for paths that only the client's router
 * knows.
 */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { headPage, PagePacker } from "./headed-page.ts";
import { contentTypeOf } from "./content-types.ts";
import { HttpError } from "./http-error.ts";
import { pagePolicy } from "./headers.ts";
import type { PageHeads } from "./page-heads.ts";
import { PageStyles } from "./page-styles.ts";
import { sendStream } from "./send-stream.ts";

/** Names with a content hash: `index-B3xYz_90.js`. */
const HASHED = /[.-][A-Za-z0-9_-]{8,64}\.\w+$/;
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

export type ClientOptions = {
  /** Heads for pages that have a place for one; null or left out serves the files as they are. */
  readonly heads?: PageHeads | null;
};

/** Served for unknown paths, by clients with one file per page: the top-level folder's own, or the root's. */
const NOT_FOUND = "/404.html";
/** Served for every path directly in its folder that has no file. */
const EVERY_ADDRESS = "/200.html";

type Found = {
  readonly file: string;
  readonly size: number;
  readonly modified: Date;
};

export class ClientFiles {
  readonly #root: string;
  readonly #heads: PageHeads | null;
  readonly #packer = new PagePacker();
  readonly #styles = new PageStyles();

  private constructor(root: string, options: ClientOptions) {
    this.#root = root;
    this.#heads = options.heads ?? null;
  }

  /** @throws Error when there is no such folder. */
  static async open(
    folder: string,
    options: ClientOptions = {},
  ): Promise<ClientFiles> {
    return new ClientFiles(await realpath(folder), options);
  }

  /** Answers a GET or HEAD. @throws HttpError 400, 404 or 405 */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    { pathname, search }: Pick<URL, "pathname" | "search">,
  ): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      throw new HttpError(405, "MethodNotAllowed", "Only GET is allowed here.");
    }
    const path = safePath(pathname);
    const found =
      (await this.#find(path)) ?? (await this.#index(request, path));
    if (found === null)
      throw new HttpError(404, "NotFound", "There is nothing here.");
    await this.#setHeaders(request, response, found);
    response.statusCode = found.file.endsWith(NOT_FOUND) ? 404 : 200;
    const page = await this.#headed(found, pathname + search);
    if (page === null) await this.#sendFile(request, response, found);
    else await this.#sendPage(request, response, page);
  }

  /** Whether the path has a file. @throws HttpError 400 or 404 for a path that can never have one */
  async has(pathname: string): Promise<boolean> {
    return (await this.#find(safePath(pathname))) !== null;
  }

  async #find(path: string): Promise<Found | null> {
    const candidates = path.endsWith("/")
      ? [`${path}index.html`, `${path.slice(0, -1)}.html`]
      : [path, `${path}.html`, `${path}/index.html`];
    for (const candidate of candidates) {
      const found = await this.#look(candidate);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * The fallback page for a path without an extension, if the client accepts HTML. Link previews and simple programs
   * accept anything, or send no Accept header.
   */
  async #index(request: IncomingMessage, path: string): Promise<Found | null> {
    const { accept = "*/*" } = request.headers;
    const takesPages = /\btext\/(?:html|\*)|\*\/\*/.test(accept);
    if (!takesPages || extname(path) !== "") return null;
    // Only two folders: looking in every folder of a long path would let a client cause unbounded work.
    const [, top = ""] = path.split("/", 2);
    const folder = path.replace(/\/[^/]*\/?$/, "");
    return (
      (await this.#look(folder + EVERY_ADDRESS)) ??
      (await this.#look(`/${top}${NOT_FOUND}`)) ??
      (await this.#look(NOT_FOUND)) ??
      (await this.#look("/index.html"))
    );
  }

  async #look(path: string): Promise<Found | null> {
    try {
      const file = await realpath(join(this.#root, path));
      if (!file.startsWith(this.#root + sep)) return null;
      const facts = await stat(file);
      if (!facts.isFile()) return null;
      return { file, size: facts.size, modified: facts.mtime };
    } catch {
      return null;
    }
  }

  /** A page with the deployment's head for it; null for everything else. */
  async #headed({ file }: Found, page: string): Promise<Buffer | null> {
    const heads = this.#heads;
    if (heads === null || extname(file) !== ".html") return null;
    return headPage(file, () => heads.of(page));
  }

  async #setHeaders(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
  ): Promise<void> {
    const extension = extname(found.file);
    const isHashed = HASHED.test(found.file) && extension !== ".html";
    response.setHeader("Content-Type", contentTypeOf(extension));
    response.setHeader(
      "Cache-Control",
      isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    );
    const styles =
      extension === ".html"
        ? await this.#styles.sourcesOf(found.file, found.modified)
        : [];
    response.setHeader("Content-Security-Policy", pagePolicy(request, styles));
    response.setHeader("Vary", "Accept-Encoding");
  }

  async #sendPage(
    request: IncomingMessage,
    response: ServerResponse,
    page: Buffer,
  ): Promise<void> {
    const [encoding = null] = encodingsFor(request)[0] ?? [];
    const { body, etag } = await this.#packer.pack(page, encoding);
    if (encoding !== null) response.setHeader("Content-Encoding", encoding);
    if (!isAnswered(request, response, etag, body.length)) response.end(body);
  }

  async #sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
  ): Promise<void> {
    const chosen = await this.#choose(request, response, found);
    const etag = `"${chosen.size.toString(36)}-${chosen.modified.getTime().toString(36)}"`;
    if (isAnswered(request, response, etag, chosen.size)) return;
    const end = Math.max(0, chosen.size - 1);
    await sendStream(response, () => createReadStream(chosen.file, { end }));
  }

  /** The precompressed copy in an encoding the client accepts, if it is not older than the file. */
  async #choose(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
  ): Promise<Found> {
    for (const [encoding, suffix] of encodingsFor(request)) {
      const path = found.file.slice(this.#root.length) + suffix;
      const packed = await this.#look(path);
      if (packed === null || packed.modified < found.modified) continue;
      response.setHeader("Content-Encoding", encoding);
      return packed;
    }
    return found;
  }
}

/** Writes the answer's headers. @returns true when there is no body: for HEAD, and for a matching ETag */
function isAnswered(
  request: IncomingMessage,
  response: ServerResponse,
  etag: string,
  length: number,
): boolean {
  response.setHeader("ETag", etag);
  const isKnown =
    response.statusCode === 200 && request.headers["if-none-match"] === etag;
  if (isKnown) response.writeHead(304);
  else response.setHeader("Content-Length", length);
  if (!isKnown && request.method !== "HEAD") return false;
  response.end();
  return true;
}

/** The encodings the client accepts, the smallest first. */
function encodingsFor({ headers }: IncomingMessage) {
  const accepted = (headers["accept-encoding"] ?? "").split(/[\s,;]+/);
  return ENCODINGS.filter(([encoding]) => accepted.includes(encoding));
}

/**
 * The decoded path, if it can only be below the root.
 * @throws HttpError 400 or 404
 */
function safePath(pathname: string): string {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    throw new HttpError(400, "BadPath", "The path is not valid.");
  }
  const isPlain =
    path.startsWith("/") && !path.includes("\0") && !path.includes("\\");
  const hides = path
    .split("/")
    .some((part) => part.startsWith(".") && part !== ".well-known");
  if (!isPlain || hides)
    throw new HttpError(404, "NotFound", "There is nothing here.");
  return path;
}
