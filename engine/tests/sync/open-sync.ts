/** A sync server on its own port, over the toy engine. Closed after the test at the latest. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";
import { AuthError } from "../../auth/auth-error.ts";
import { isAdminKey } from "../../auth/admin-key.ts";
import type { Caller } from "../../functions/function-types.ts";
import type { SystemQueries } from "../../reactivity/system-queries.ts";
import type { Authenticator } from "../../sync/callers.ts";
import { sameHostOr } from "../../sync/origin.ts";
import { SyncServer } from "../../sync/sync-server.ts";
import { CONVEX_LIMITS, type Limits } from "../../sync/caller-limits.ts";
import { TooManyWaiting } from "../../memory/network-turns.ts";
import { MemoryBudget } from "../../memory/memory-budget.ts";
import { FakeEngine } from "../reactivity/fake-engine.ts";
import { RawClient } from "./raw-client.ts";

export const ADMIN_KEY = "toy|0123456789abcdef";

/** Tokens are JSON: `{"sub": "ann", "exp": <ms>}`. */
export const toyAuthenticator: Authenticator = {
  verifyToken: async (token) => {
    if (token === "too many") throw new TooManyWaiting();
    // One turn of the event loop, as a fetch of keys would take.
    await new Promise((resolve) => setImmediate(resolve));
    return toyCaller(token);
  },
  isAdminKey: (key) => isAdminKey(key, ADMIN_KEY),
};

export const toyToken = (sub: string, exp = Date.now() + 3_600_000) =>
  JSON.stringify({ sub, exp });

function toyCaller(token: string): Caller {
  try {
    const { sub, exp } = JSON.parse(token) as { sub: string; exp: number };
    return {
      kind: "user",
      identity: {
        subject: sub,
        issuer: "https://toy.test",
        tokenIdentifier: `https://toy.test|${sub}`,
      },
      expiresAt: exp,
    };
  } catch (cause) {
    throw new AuthError("InvalidAuthHeader", "Could not parse as id token", {
      cause,
    });
  }
}

export type OpenSync = Awaited<ReturnType<typeof openSync>>;

export async function openSync(
  options: {
    engine?: FakeEngine;
    limits?: Partial<Limits>;
    systemQueries?: SystemQueries;
    origins?: string[];
    port?: number;
    /** The HTTP layer's address for the client that opens a socket. */
    addressOf?: (request: IncomingMessage) => string | null;
  } = {},
) {
  const engine = options.engine ?? new FakeEngine();
  const faults: unknown[] = [];
  const limits = { ...CONVEX_LIMITS, ...options.limits };
  const memory = new MemoryBudget(limits.memory);
  const sync = new SyncServer({
    runner: engine.runner,
    database: engine.database,
    systemQueries: options.systemQueries ?? new Map(),
    authenticator: toyAuthenticator,
    allowOrigin: sameHostOr(options.origins ?? []),
    limits,
    memory,
    catchUp: () => undefined,
    report: (error) => void faults.push(error),
  });
  const server = createServer((_, response) => response.end());
  server.on("upgrade", (request, socket, head) =>
    sync.accept(request, socket as Socket, head, {
      ip: (options.addressOf ?? remoteAddress)(request),
      userAgent: request.headers["user-agent"] ?? null,
    }),
  );
  await new Promise<void>((resolve) =>
    server.listen(options.port ?? 0, "127.0.0.1", resolve),
  );
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    await sync.close();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    engine,
    memory,
    sync,
    faults,
    url: `http://127.0.0.1:${port}`,
    socketUrl: `ws://127.0.0.1:${port}/api/1.48.0/sync`,
    close,
  };
}

/** A server, and a client that is connected to it. */
export async function withClient(opening: Promise<OpenSync>) {
  const open = await opening;
  return { ...open, client: await RawClient.open(open.socketUrl) };
}

const remoteAddress = (request: IncomingMessage) =>
  request.socket.remoteAddress ?? null;
