/** Reading a request's body, and no more of it than is wanted. */

/** The body's bytes; null if there are more than `max`. */
export async function bodyOf(
  request: Request,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > max) return null;
  const body = new Uint8Array(max);
  let length = 0;
  const reader = request.body?.getReader();
  // Chunk by chunk: what comes without a length, or with a false one, is not read to its end either.
  for (
    let read = await reader?.read();
    read?.value !== undefined;
    read = await reader?.read()
  ) {
    const chunk = read.value;
    if (length + chunk.length > max) return null;
    body.set(chunk, length);
    length += chunk.length;
  }
  return body.slice(0, length);
}
