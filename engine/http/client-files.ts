/**
 * The built web client: files of one folder, and its index page for every path that only the client's router knows.
 * Nothing outside the folder is ever opened.
 */
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { HttpError } from "./http-error.ts";
import { pagePolicy, type ExtraSources } from "./headers.ts";

const TYPES: { readonly [extension: string]: string } = {
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mp3": "audio/mpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/** Names that change with their content: `index-B3xYz_90.js`. */
const HASHED = /[.-][A-Za-z0-9_-]{8,}\.\w+$/;
const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;

type Found = {
  readonly file: string;
  readonly size: number;
  readonly modified: Date;
};

export class ClientFiles {
  readonly #root: string;
  readonly #extraSources: ExtraSources;

  private constructor(root: string, extraSources: ExtraSources) {
    this.#root = root;
    this.#extraSources = extraSources;
  }

  /** @throws Error when there is no such folder. */
  static async open(
    folder: string,
    extraSources: ExtraSources = {},
  ): Promise<ClientFiles> {
    return new ClientFiles(await realpath(folder), extraSources);
  }

  /** Answers a GET or HEAD. @throws HttpError 400, 404 or 405 */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
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
    await this.#send(request, response, found);
  }

  /** Whether there is a file for the path. @throws HttpError 400 or 404 for a path that could never have one */
  async has(pathname: string): Promise<boolean> {
    return (await this.#find(safePath(pathname))) !== null;
  }

  async #find(path: string): Promise<Found | null> {
    const candidates = path.endsWith("/")
      ? [`${path}index.html`]
      : [path, `${path}.html`, `${path}/index.html`];
    for (const candidate of candidates) {
      const found = await this.#look(candidate);
      if (found !== null) return found;
    }
    return null;
  }

  /**
   * A page of the client's router: a path without an extension, for whoever takes pages. Link previews and plain programs
   * say that they take anything, or say nothing.
   */
  async #index(request: IncomingMessage, path: string): Promise<Found | null> {
    const { accept = "*/*" } = request.headers;
    const takesPages = /\btext\/(?:html|\*)|\*\/\*/.test(accept);
    if (!takesPages || extname(path) !== "") return null;
    return this.#look("/index.html");
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

  async #send(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
  ): Promise<void> {
    const extension = extname(found.file);
    const isHashed = HASHED.test(found.file) && extension !== ".html";
    response.setHeader(
      "Content-Type",
      TYPES[extension] ?? "application/octet-stream",
    );
    response.setHeader(
      "Cache-Control",
      isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    );
    response.setHeader(
      "Content-Security-Policy",
      pagePolicy(request, this.#extraSources),
    );
    response.setHeader("Vary", "Accept-Encoding");
    const chosen = await this.#choose(request, response, found);
    const etag = `"${chosen.size.toString(36)}-${chosen.modified.getTime().toString(36)}"`;
    response.setHeader("ETag", etag);
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304).end();
      return;
    }
    response.writeHead(200, { "Content-Length": chosen.size });
    if (request.method === "HEAD") {
      response.end();
      return;
    }
    const end = Math.max(0, chosen.size - 1);
    await pipeline(createReadStream(chosen.file, { end }), response);
  }

  /** The ready-compressed neighbour that the client accepts, if there is one. */
  async #choose(
    request: IncomingMessage,
    response: ServerResponse,
    found: Found,
  ): Promise<Found> {
    const accepted = request.headers["accept-encoding"] ?? "";
    for (const [encoding, suffix] of ENCODINGS) {
      if (!accepted.split(/[\s,;]+/).includes(encoding)) continue;
      const path = found.file.slice(this.#root.length) + suffix;
      const packed = await this.#look(path);
      if (packed === null || packed.modified < found.modified) continue;
      response.setHeader("Content-Encoding", encoding);
      return packed;
    }
    return found;
  }
}

/**
 * The decoded path, when it can only mean something below the root.
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
