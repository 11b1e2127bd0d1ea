/** `Response` and `fetch` of actions: Node's, but they take what Convex's do. */
import { isAtLeast } from "../../preflight/supported-node.mjs";

const BODILESS = [204, 205, 304];
/** What Node's `fetch` decodes when there is a body. */
const DECODED = ["gzip", "x-gzip", "deflate", "br"];
if (isAtLeast(process.versions["undici"] ?? "", "7.11")) DECODED.push("zstd");

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
  const codings = headers.get("content-encoding")?.toLowerCase().split(",");
  const isDecoded = codings?.every((one) => DECODED.includes(one.trim()));
  if (response.body !== null && isDecoded === true) {
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
