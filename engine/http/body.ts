/**
 * Reads request bodies with a size limit, compressed or not, and sends answers. The server's `requestTimeout` ends slow
 * bodies.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { JsonValue } from "../values/json.ts";
import { hasMoreParts, parseJson } from "../values/parse-json.ts";
import { holdBody, tooManyBodies } from "./body-memory.ts";
import { HttpError } from "./http-error.ts";

const unpackStreams = { br: createBrotliDecompress, gzip: createGunzip };
type Packing = keyof typeof unpackStreams;

/** Bytes of an unwanted body to discard before the connection is closed. */
const DISCARD_BYTES = 64 * 1024 * 1024;

/**
 * Streams the unpacked body; unread bytes stay with the client.
 * @param limit as of `readBody`. Reading the stream throws the same errors.
 * @throws HttpError 413 for a length that is announced, 415.
 */
export function streamBody(
  request: IncomingMessage,
  limit: number,
): ReadableStream<Uint8Array> {
  refuseAnnounced(request, limit);
  const encoding = packingOf(request);
  const parts = partsOf(request, encoding, limit);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void parts.return(undefined),
    },
    { highWaterMark: 0 },
  );
}

async function* partsOf(
  request: IncomingMessage,
  encoding: Packing | null,
  limit: number,
): AsyncGenerator<Buffer, undefined> {
  const packed = counted(
    request,
    request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>,
    limit,
  );
  try {
    if (encoding === null) {
      yield* packed;
      return;
    }
    const unpacked = unpackStreams[encoding]();
    void pipeline(Readable.from(packed), unpacked).catch(ignore);
    yield* counted(request, unpacked, limit);
  } catch (error) {
    if (error instanceof HttpError) throw error;
    if (encoding !== null && request.errored === null)
      throw badEncoding(encoding);
    throw incomplete();
  }
}

async function* counted(
  request: IncomingMessage,
  parts: AsyncIterable<Buffer>,
  limit: number,
): AsyncGenerator<Buffer, undefined> {
  let length = 0;
  for await (const bytes of parts) {
    length += bytes.length;
    if (length > limit) throw tooLarge(limit);
    holdOrRefuse(request, length);
    yield bytes;
  }
}

/**
 * Discards up to a limit what a client still sends. If the connection closed at once, the client would not read the
 * answer.
 */
export function discardRest(request: IncomingMessage): void {
  if (request.complete) return;
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > DISCARD_BYTES) request.destroy();
  });
}

/**
 * Reads the whole body.
 * @param limit bytes, before and after decompression.
 * @throws HttpError 413; 400 when the client went away or the compression is broken; 415 when it is unknown; 503 when
 * too many large bodies are in memory.
 */
export async function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<Buffer> {
  refuseAnnounced(request, limit);
  const encoding = packingOf(request);
  const parts: Buffer[] = [];
  for await (const part of partsOf(request, encoding, limit)) parts.push(part);
  return Buffer.concat(parts);
}

function refuseAnnounced(request: IncomingMessage, limit: number): void {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) throw tooLarge(limit);
}

/** Null for a body that is not packed. @throws HttpError 415 */
function packingOf(request: IncomingMessage): Packing | null {
  const encoding = request.headers["content-encoding"];
  if (encoding === undefined || encoding === "identity") return null;
  if (encoding === "br" || encoding === "gzip") return encoding;
  throw new HttpError(
    415,
    "UnsupportedContentEncoding",
    "Bodies may be compressed with br or gzip.",
  );
}

function holdOrRefuse(request: IncomingMessage, bytes: number): void {
  if (!holdBody(request, bytes)) throw tooManyBodies();
}

/**
 * Reads a JSON body. Accepts only `application/json`: a form on a foreign page cannot send that without a preflight.
 * @param maxParts as of `hasMoreParts`. @throws HttpError
 */
export async function readJson(
  request: IncomingMessage,
  limit: number,
  maxParts = Infinity,
): Promise<JsonValue> {
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new HttpError(
      415,
      "UnsupportedMediaType",
      "Expected request with `Content-Type: application/json`",
    );
  const text = (await readBody(request, limit)).toString("utf8");
  if (hasMoreParts(text, maxParts)) throw tooLarge(maxParts, "values");
  try {
    return parseJson(text);
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

function badEncoding(encoding: string): HttpError {
  return new HttpError(
    400,
    "BadContentEncoding",
    `The body is not ${encoding}.`,
  );
}

function incomplete(): HttpError {
  return new HttpError(400, "IncompleteBody", "The body ended early.");
}

function tooLarge(limit: number, unit = "bytes"): HttpError {
  return new HttpError(
    413,
    "RequestTooLarge",
    `Request body is too large (limit: ${limit} ${unit}).`,
  );
}

function ignore(): void {
  // The reader of the unpacked stream gets the error.
}
