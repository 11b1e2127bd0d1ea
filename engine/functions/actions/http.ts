/** HTTP actions inside a worker: finds the route, runs its handler, and moves the bodies of request and answer. */
import { validateHeaderValue } from "../../values/node-http.ts";
import {
  BodyReceiver,
  BodySender,
  buffersOf,
  type BodyPart,
  type BodyReply,
} from "./body-channel.ts";
import type {
  FromWorker,
  HttpRequest,
  HttpResponse,
  Outcome,
} from "./protocol.ts";

export type Router = {
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

type Post = (message: FromWorker, transfer?: readonly ArrayBuffer[]) => void;

/** One request and its answer. */
export class HttpRun {
  readonly #id: number;
  readonly #post: Post;
  readonly #gone = new AbortController();
  /** Held until the answer is complete: once it is collected, its signal no longer follows `#gone`. */
  #request: Request | null = null;
  #received: BodyReceiver | null = null;
  #sender: BodySender | null = null;

  constructor(id: number, post: Post) {
    this.#id = id;
    this.#post = post;
  }

  /**
   * @param router default export of `http.js`, which the analysis found to be a router.
   * @param path path to route
   * @throws Error when the handler or its answer fails, or the answer is too large.
   */
  async run(
    router: Router,
    path: string,
    request: HttpRequest,
  ): Promise<Outcome> {
    const route = router.lookup(path, request.method);
    if (route === null)
      return {
        kind: "response",
        response: textResponse(404, "No matching routes found"),
      };
    this.#request = this.#requestOf(request);
    const response: unknown = await route[0].invokeHttpAction(this.#request);
    if (!(response instanceof Response))
      throw new Error("HTTP actions must return a Response");
    return this.#answer(response);
  }

  onPart(part: BodyPart): void {
    this.#received?.hear(part);
  }

  onReply(reply: BodyReply): void {
    this.#sender?.hear(reply);
  }

  /** The client is gone, or the time is over. As in the backend, code learns it from `request.signal`. */
  onAbandoned(): void {
    this.#gone.abort();
    this.#received?.break("The request was abandoned.");
    this.#sender?.cancel();
  }

  #requestOf({ method, url, headers, body }: HttpRequest): Request {
    const init = {
      method,
      headers: headers as [string, string][],
      signal: this.#gone.signal,
      duplex: "half",
    } as const;
    if (body === null || !body.hasMore)
      return new Request(url, {
        ...init,
        body: (body?.start ?? null) as Uint8Array<ArrayBuffer> | null,
      });
    this.#received = new BodyReceiver(body.start, (reply) =>
      this.#post({ type: "reply", id: this.#id, reply }),
    );
    return new Request(url, { ...init, body: this.#received.stream });
  }

  async #answer(response: Response): Promise<Outcome> {
    const head = headOf(response);
    if (response.body === null)
      return { kind: "response", response: { ...head, body: null } };
    const sender = new BodySender(response.body, tooLarge);
    this.#sender = sender;
    const body = await sender.begin();
    if (!body.hasMore) return { kind: "response", response: { ...head, body } };
    const id = this.#id;
    this.#post({ type: "response", id, response: { ...head, body } });
    if (this.#gone.signal.aborted) sender.cancel();
    await sender.send((part) =>
      this.#post({ type: "body", id, part }, buffersOf(part)),
    );
    return { kind: "sent" };
  }
}

/** @throws RangeError, TypeError for answers that cannot be sent, such as the status 0 of `Response.error()`. */
function headOf({
  status,
  headers,
}: Response): Pick<HttpResponse, "status" | "headers"> {
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new RangeError(
      `HTTP actions must answer with a status from 200 to 599, not ${status}`,
    );
  const entries = [...headers];
  // The server is stricter than `Headers`, which accept control characters.
  for (const entry of entries) validateHeaderValue(...entry);
  return { status, headers: entries };
}

export function textResponse(status: number, text: string): HttpResponse {
  return {
    status,
    headers: [["content-type", "text/plain; charset=utf-8"]],
    body: { start: new TextEncoder().encode(text), hasMore: false },
  };
}

function tooLarge(bytes: number): Error {
  return new Error(
    `HttpResponseTooLarge: HTTP actions support responses up to 20MiB. Response body was ${bytes} bytes.`,
  );
}
