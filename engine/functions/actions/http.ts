/** HTTP actions inside a worker: finds the route, runs its handler, reads the whole answer. */
import type { HttpRequest, HttpResponse } from "./protocol.ts";

type Router = {
  readonly isRouter: true;
  lookup(
    path: string,
    method: string,
  ):
    | readonly [
        { invokeHttpAction(request: Request): Promise<Response> },
        string,
        string,
      ]
    | null;
};

/** Bodies of HTTP actions, either way (https://docs.convex.dev/functions/http-actions). */
export const MAX_BODY = 20 << 20;

/**
 * @param router default export of `http.js`.
 * @param path what it is asked for
 * @throws Error when the router is none, the handler fails or its answer is too large.
 */
export async function handleHttp(
  router: unknown,
  path: string,
  { method, url, headers, body }: HttpRequest,
): Promise<HttpResponse> {
  if (!isRouter(router))
    throw new Error("The default export of `convex/http.js` is not a Router.");
  const route = router.lookup(path, method);
  if (route === null) return textResponse(404, "No matching routes found");
  const request = new Request(url, {
    method,
    headers: headers as [string, string][],
    body: body as Uint8Array<ArrayBuffer> | null,
  });
  const response: unknown = await route[0].invokeHttpAction(request);
  if (!(response instanceof Response))
    throw new Error("HTTP actions must return a Response");
  const content = new Uint8Array(await response.arrayBuffer());
  if (content.byteLength > MAX_BODY)
    throw new Error(
      `HttpResponseTooLarge: HTTP actions support responses up to 20MiB. Response body was ${content.byteLength} bytes.`,
    );
  return {
    status: response.status,
    headers: [...response.headers],
    body: content,
  };
}

export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: [["content-type", "text/plain; charset=utf-8"]],
    body: new TextEncoder().encode(text),
  };
}

function isRouter(value: unknown): value is Router {
  return (
    typeof value === "object" &&
    value !== null &&
    (value as { isRouter?: unknown }).isRouter === true
  );
}
