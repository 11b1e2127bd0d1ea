/** Reads a request's body up to a limit. */

/** The body's bytes; null if there are more than `max`. */
export async function bodyOf(
  request: Request,
  max: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("Content-Length") ?? 0) > max) return null;
  const body = new Uint8Array(max);
  let length = 0;
  const reader = request.body?.getReader();
  // Read by chunk, so that a body with a missing or false length is not read to its end.
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

/** The fields of a posted form; null for any other body, or a longer one. */
export async function postedFields(
  request: Request,
  max: number,
): Promise<URLSearchParams | null> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) return null;
  const body = await bodyOf(request, max);
  return body && new URLSearchParams(new TextDecoder().decode(body));
}
