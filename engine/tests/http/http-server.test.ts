import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { readJson, sendJson } from "../../http/body.ts";
import { HttpError } from "../../http/http-error.ts";
import { RouteTable, type Route } from "../../http/route.ts";
import { RawClient } from "../sync/raw-client.ts";
import { headOf, openHttp, postJson, sendRaw } from "./open-http.ts";
import { addOne } from "../reactivity/fake-engine.ts";

async function openToy(options: Parameters<typeof openHttp>[0] = {}) {
  const open = await openHttp(options);
  open.engine
    .define("n:get", "Query", (c) => c.get("n"))
    .define("n:add", "Mutation", addOne);
  return open;
}

describe("version and health", () => {
  test("[HT16] a deployment without a client answers its version, name, greeting and echo", async () => {
    const { url } = await openToy();
    const text = async (path: string, init?: RequestInit): Promise<string> =>
      (await fetch(`${url}${path}`, init)).text();
    expect(await text("/version")).toBe("1.2.3");
    expect(await text("/instance_version")).toBe("1.2.3");
    expect(await text("/instance_name")).toBe("toy");
    expect(await text("/")).toBe(
      "This Convex deployment is running. See https://docs.convex.dev/.",
    );
    expect(await text("/echo", { method: "POST", body: "héllo" })).toBe(
      "héllo",
    );
  });

  test("[HT16] health reports what is wrong with status 503", async () => {
    const opened = await openToy();
    expect((await fetch(`${opened.url}/health`)).status).toBe(200);
    opened.trouble = "the disk is full";
    const response = await fetch(`${opened.url}/health`);
    expect(response.status).toBe(503);
    const seen: unknown = await response.json();
    expect(seen).toEqual({ status: "error", trouble: "the disk is full" });
  });

  test("[HT16] health names failing crons with status 200", async () => {
    const opened = await openToy();
    const health = async () => {
      const response = await fetch(`${opened.url}/health`);
      return [response.status, (await response.json()) as unknown];
    };
    expect(await health()).toEqual([200, { status: "ok" }]);
    const failing = [{ cron: "sweep", runs: 3 }];
    opened.failing = failing;
    expect(await health()).toEqual([200, { status: "degraded", failing }]);
    opened.trouble = "the disk is full";
    const told = { status: "error", trouble: "the disk is full", failing };
    expect(await health()).toEqual([503, told]);
  });
});

describe("routes", () => {
  const route = (
    method: Route["method"],
    where: { path: string } | { prefix: string },
  ): Route => ({ method, ...where, handle: () => undefined });

  test("[HT17] exact paths come before the longest prefix, HEAD counts as GET, and other methods get the known ones", () => {
    const exact = route("GET", { path: "/api/a" });
    const short = route("GET", { prefix: "/api/" });
    const long = route("POST", { prefix: "/api/b/" });
    const table = new RouteTable([short, long, exact]);
    expect(table.find("GET", "/api/a")).toBe(exact);
    expect(table.find("HEAD", "/api/a")).toBe(exact);
    expect(table.find("POST", "/api/a")).toEqual(["GET"]);
    expect(table.find("POST", "/api/b/c")).toBe(long);
    expect(table.find("GET", "/api/x")).toBe(short);
    expect(table.find("GET", "/other")).toBeNull();
  });

  test("[HT17] added routes answer, and their errors with a status are passed on", async () => {
    const { url, faults } = await openToy({
      routes: [
        {
          method: "POST",
          path: "/api/files",
          handle: async (request, response) => {
            const body = await readJson(request, 1000);
            sendJson(response, 201, JSON.stringify({ body }));
          },
        },
        {
          method: "GET",
          path: "/api/teapot",
          handle: () => {
            throw new HttpError(418, "Teapot", "short and stout");
          },
        },
        {
          method: "GET",
          path: "/api/half",
          handle: (_request, response) => {
            response.write("half");
            throw new HttpError(418, "Teapot", "too late");
          },
        },
      ],
    });
    const seen = await postJson(`${url}/api/files`, { a: 1 });
    expect(seen).toEqual({ status: 201, body: { body: { a: 1 } } });
    const teapot = await fetch(`${url}/api/teapot`);
    expect([teapot.status, await teapot.json()]).toEqual([
      418,
      { code: "Teapot", message: "short and stout" },
    ]);
    // The answer has started. Only the closed connection shows that it is incomplete.
    const half = fetch(`${url}/api/half`).then((answer) => answer.text());
    await expect(half).rejects.toThrow();
    const wrong = await fetch(`${url}/api/teapot`, { method: "DELETE" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]);
    expect(faults).toEqual([]);
  });

  test("[HT18] compressed bodies are read, and the limit also counts once unpacked", async () => {
    const { url } = await openToy({
      routes: [
        {
          method: "POST",
          path: "/api/push",
          handle: async (request, response) => {
            const body = await readJson(request, 1000);
            sendJson(response, 200, JSON.stringify(body));
          },
        },
      ],
    });
    const push = async (encoding: string, body: Uint8Array<ArrayBuffer>) => {
      const response = await fetch(`${url}/api/push`, {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Content-Encoding": encoding,
        },
        body,
      });
      await response.text();
      return response.status;
    };
    const small = Buffer.from('{"a":1}');
    const bomb = Buffer.from(JSON.stringify("x".repeat(1_000_000)));
    expect(await push("br", new Uint8Array(brotliCompressSync(small)))).toBe(
      200,
    );
    expect(await push("gzip", new Uint8Array(gzipSync(small)))).toBe(200);
    expect(await push("br", new Uint8Array(brotliCompressSync(bomb)))).toBe(
      413,
    );
    expect(await push("gzip", new Uint8Array(gzipSync(bomb)))).toBe(413);
    expect(await push("gzip", new Uint8Array(small))).toBe(400);
    expect(await push("zstd", new Uint8Array(small))).toBe(415);
  });
});

test("[HT19] other origins may call the API with any header and nothing else; a list of origins restricts them", async () => {
  const { url, close } = await openToy();
  const Origin = "https://shop.example";
  const preflight = await fetch(`${url}/api/mutation`, {
    method: "OPTIONS",
    headers: {
      Origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization,convex-client",
    },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get("access-control-allow-origin")).toBe(Origin);
  expect(preflight.headers.get("access-control-allow-credentials")).toBe(
    "true",
  );
  expect(preflight.headers.get("access-control-allow-headers")).toBe(
    "authorization,convex-client",
  );
  expect(preflight.headers.get("access-control-allow-methods")).toBe(
    "GET,POST,OPTIONS,PATCH,DELETE,PUT",
  );
  expect(preflight.headers.get("access-control-max-age")).toBe("86400");
  const posted = await fetch(`${url}/api/query_ts`, {
    method: "POST",
    headers: { Origin },
  });
  expect(posted.headers.get("access-control-allow-origin")).toBe(Origin);
  expect(posted.headers.get("vary")).toContain("Origin");
  const page = await fetch(`${url}/`, { headers: { Origin } });
  expect(page.headers.get("access-control-allow-origin")).toBeNull();
  await close();
  const strict = await openToy({ origins: ["https://own.example"] });
  const allowed = async (origin: string) => {
    const { headers } = await fetch(`${strict.url}/api/query_ts`, {
      method: "POST",
      headers: { Origin: origin },
    });
    return headers.get("access-control-allow-origin");
  };
  expect(await allowed(Origin)).toBeNull();
  for (const own of ["https://own.example", strict.url])
    expect(await allowed(own)).toBe(own);
});

describe("hostile requests", () => {
  test("[HT20] bodies over the limit are refused, even when they hide their length", async () => {
    const { url } = await openToy();
    const huge = 17 * 1024 * 1024;
    const announced = await sendRaw(
      url,
      `POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${huge}\r\nConnection: close\r\n\r\n{`,
    );
    expect(announced).toMatch(/^HTTP\/1\.1 413 /);
    const chunked = await fetch(`${url}/api/query`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: new ReadableStream({
        start(controller) {
          for (let sent = 0; sent < huge; sent += 65_536)
            controller.enqueue(new Uint8Array(65_536).fill(0x20));
          controller.close();
        },
      }),
      duplex: "half",
    } as RequestInit);
    expect(chunked.status).toBe(413);
    await chunked.text();
  });

  test("[HT20] a limited part of an unwanted body is thrown away, and then the connection is cut", async () => {
    const { url } = await openToy();
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => undefined).resume();
    socket.write(
      "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n",
    );
    const closed = new Promise((resolve) => socket.once("close", resolve));
    let sent = 0;
    for (; sent < 200 && !socket.destroyed; sent++)
      if (!socket.write(Buffer.alloc(1024 * 1024)))
        await Promise.race([
          closed,
          new Promise((resolve) => socket.once("drain", resolve)),
        ]);
    expect(sent).toBeGreaterThanOrEqual(64);
    expect(sent).toBeLessThan(200);
    await closed;
  });

  test("[HT20] ambiguous, broken and oversized heads are refused", async () => {
    const { url, faults } = await openToy();
    const heads: [head: string, status: RegExp][] = [
      [
        "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        /^HTTP\/1\.1 400 /,
      ],
      [
        `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${"a".repeat(1_000_000)}\r\n\r\n`,
        /^HTTP\/1\.1 431 /,
      ],
      ["GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", /^HTTP\/1\.1 400 /],
      ["GET / HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 /],
      ["\u0000\u0001\u0002\r\n\r\n", /^HTTP\/1\.1 400 /],
      [headOf("GET http://evil.test/"), /^HTTP\/1\.1 400 /],
      [headOf("OPTIONS *"), /^HTTP\/1\.1 400 /],
      [
        "GET /nowhere HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        /^HTTP\/1\.1 404 /,
      ],
    ];
    for (const [head, status] of heads)
      expect(await sendRaw(url, head)).toMatch(status);
    expect(faults).toEqual([]);
  });

  test("[HT20] headers reveal nothing about the server", async () => {
    const { url } = await openToy();
    const { headers } = await fetch(`${url}/api/unknown`);
    expect(headers.get("server")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  });

  test.each([
    ["/version", "Connection: close"],
    [
      "/api/1.48.0/sync",
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ],
  ])(
    "[HT20] two Host headers are refused at %s, and the connection closes",
    async (path, more) => {
      const { url } = await openToy();
      const answer = await sendRaw(
        url,
        `GET ${path} HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n${more}\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    },
  );

  test("[HT21] HSTS is set when a configured proxy says that it was HTTPS, and only then", async () => {
    const headers = { "X-Forwarded-Proto": "https" };
    const hsts = async (behindProxy: boolean) => {
      const { url } = await openToy({ behindProxy });
      const answer = await fetch(`${url}/`, { headers });
      return answer.headers.get("strict-transport-security");
    };
    expect(await hsts(false)).toBeNull();
    expect(await hsts(true)).toBe("max-age=31536000; includeSubDomains");
  });

  test("[HT21] a caller's address comes from the proxy only when one is configured", async () => {
    const seen: (string | null)[] = [];
    const forwarded = [
      "6.6.6.6, 9.9.9.9",
      "9.9.9.9:51234",
      "[2001:db8::7]:443",
      "2001:db8::7",
      "unknown",
    ];
    const tries = forwarded.map((text) => [true, text] as const);
    for (const [behindProxy, text] of [[false, "9.9.9.9"] as const, ...tries]) {
      const headers = { "X-Forwarded-For": text };
      const { url, engine, close } = await openToy({ behindProxy });
      engine.aroundMutation = (run, info) => {
        seen.push(info?.ip ?? null);
        return run();
      };
      await postJson(
        `${url}/api/mutation`,
        { path: "n:add", args: {} },
        headers,
      );
      await close();
    }
    const v6 = "2001:db8::7";
    const local = "127.0.0.1";
    expect(seen).toEqual([local, "9.9.9.9", "9.9.9.9", v6, v6, local]);
  });
});

test("[HT22] stopping finishes requests in progress, closes sockets and accepts nothing more", async () => {
  const opened = await openToy();
  const { url, http, engine } = opened;
  const client = await RawClient.open(
    `${url.replace("http", "ws")}/api/1.48.0/sync`,
  );
  client.modify(0, [[0, "n:get"]]);
  await client.next("Transition");
  engine.diskHeld = true;
  const adding = postJson(`${url}/api/mutation`, { path: "n:add", args: {} });
  while (engine.values.get("n") !== 1)
    await new Promise((resolve) => setImmediate(resolve));
  const stopped = http.stop();
  expect((await client.untilClosed()).code).toBe(1012);
  await expect(fetch(`${url}/version`)).rejects.toThrow();
  engine.releaseDisk();
  const seen = await adding;
  expect(seen).toEqual({ status: 200, body: { status: "success", value: 1 } });
  await stopped;
});
