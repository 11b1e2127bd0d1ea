/** The stand-ins' requests and answers, and finding a request's route. Sockets are in http/server.ts. */

export type Incoming = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  /** The raw bytes, for bodies that are not text. */
  readonly bytes: Buffer;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** `/checkout/:id`; a part with a colon matches anything but a slash. */
  readonly path: string;
  /** `machine` routes show and change what a visitor on the network must not reach: only this machine may call them. */
  readonly audience: "anyone" | "machine";
  readonly handle: (request: Incoming, id: string) => Answer | Promise<Answer>;
};

/** The matching route and the value of `:id` (empty when the path has none). Null: no such path. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | null {
  const wanted = method === "HEAD" ? "GET" : method;
  for (const route of routes) {
    if (route.method !== wanted) continue;
    const id = match(route.path, path);
    if (id !== null) return { route, id };
  }
  return null;
}

function match(pattern: string, path: string): string | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  let id = "";
  for (const [index, part] of wanted.entries()) {
    const piece = given[index] ?? "";
    if (part.startsWith(":") && piece !== "") id = decode(piece);
    else if (part !== piece) return null;
  }
  return id;
}

function decode(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
