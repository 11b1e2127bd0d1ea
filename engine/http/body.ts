/**
 * Request bodies with a limit, compressed or not, and the answers' counterpart. Slow bodies are cut by the server's
 * `requestTimeout`, not here.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import type { JsonValue } from "../values/json.ts";
import { holdBody } from "./body-memory.ts";
import { HttpError } from "./http-error.ts";

const unpackers = {
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
} as const;

/**
 * The whole body.
 * @param limit bytes, before and after decompression.
 * @throws HttpError 413, or 400 when the client went away or the compression is broken, 415 when it is unknown, 503 when
 *   too many large ones are in memory already.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > limit) throw tooLarge(limit);
      holdOrRefuse(request, length);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, "IncompleteBody", "The body ended early.");
  }
  const packed = Buffer.concat(chunks);
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return packed;
  // How much it will be shows only when it is there.
  holdOrRefuse(request, limit);
  return unpack(packed, encoding, limit);
}

function holdOrRefuse(request: IncomingMessage, bytes: number): void {
  if (!holdBody(request, bytes))
    throw new HttpError(
      503,
      "TooManyLargeBodies",
      "Too much is being sent at once. Try again.",
    );
}

/**
 * A JSON body. Only `application/json` is taken: a form on a foreign page cannot send that without asking first.
 * @throws HttpError
 */
export async function readJson(
  request: IncomingMessage,
  limit: number,
): Promise<JsonValue> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new HttpError(
      415,
      "UnsupportedMediaType",
      "Expected request with `Content-Type: application/json`",
    );
  const body = await readBody(request, limit);
  try {
    return JSON.parse(body.toString("utf8")) as JsonValue;
  } catch {
    throw new HttpError(400, "BadJsonBody", "The body is not valid JSON.");
  }
}

/** `body` is JSON text. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
): void {
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
  });
  response.end(body);
}

export function sendText(
  response: ServerResponse,
  status: number,
  body: string,
): void {
  response.writeHead(status, {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
  });
  response.end(body);
}

async function unpack(
  body: Buffer,
  encoding: string,
  limit: number,
): Promise<Buffer> {
  if (encoding !== "br" && encoding !== "gzip")
    throw new HttpError(
      415,
      "UnsupportedContentEncoding",
      "Bodies may be compressed with br or gzip.",
    );
  try {
    return await unpackers[encoding](body, { maxOutputLength: limit });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limit);
    throw new HttpError(
      400,
      "BadContentEncoding",
      `The body is not ${encoding}.`,
    );
  }
}

function tooLarge(limit: number): HttpError {
  return new HttpError(
    413,
    "RequestTooLarge",
    `Request body is too large (limit: ${limit} bytes).`,
  );
}
