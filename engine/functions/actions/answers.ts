/** `Response` and `fetch` of actions: Node's, but they take what Convex's do. */

const BODILESS = [204, 205, 304];
/** What Node's `fetch` has decoded when there is a body. */
const DECODED = /^(?:gzip|deflate|br)$/i;

export function setUpAnswers(): void {
  const { Response: NodeResponse, fetch: nodeFetch } = globalThis;
  NodeResponse.redirect = (url, status = 302) =>
    new NodeResponse(null, { status, headers: { location: String(url) } });
  globalThis.Response = new Proxy(NodeResponse, {
    construct: (node, [body, init]: [BodyInit?, ResponseInit?], target) =>
      Reflect.construct(
        node,
        [BODILESS.includes(Number(init?.status)) ? null : body, init],
        target,
      ) as Response,
  });
  globalThis.fetch = async (...request) =>
    changeable(await nodeFetch(...request));
}

/** An action may change the headers and answer with it: they must describe the body that it reads. */
function changeable(response: Response, from = response.headers): Response {
  const headers = new Headers(from);
  const encoding = headers.get("content-encoding") ?? "";
  if (response.body !== null && DECODED.test(encoding)) {
    headers.delete("content-encoding");
    headers.delete("content-length");
  }
  return Object.defineProperties(response, {
    // Google's client puts its own in their place.
    headers: { value: headers, configurable: true },
    clone: {
      value: () => changeable(Response.prototype.clone.call(response), headers),
      configurable: true,
    },
  });
}
