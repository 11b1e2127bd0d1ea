import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { must } from "../../values/user-error.ts";
import { openTestEngine } from "../open-engine.ts";
import { toyToken } from "../sync/open-sync.ts";
import { headOf, openHttp, sendRaw } from "./open-http.ts";

/** An action that returns the request it received. */
async function openEcho(options: Parameters<typeof openHttp>[0] = {}) {
  const open = await openHttp(options);
  open.engine.httpAction = async (request, caller) =>
    Response.json({
      url: request.url,
      method: request.method,
      caller: caller.kind,
      body: await request.text(),
      note: request.headers.get("x-note"),
    });
  return open;
}

const json = async (response: Promise<Response>): Promise<unknown> =>
  (await response).json();

describe("HTTP actions", () => {
  test("[HT8] own every path of the site port, and those under /http of the API port", async () => {
    const { url, siteUrl } = await openEcho();
    const expected = {
      url: "https://site.toy.test/api/query?a=1",
      method: "POST",
      caller: "anonymous",
      body: "hello",
      note: "kept",
    };
    const init = {
      method: "POST",
      body: "hello",
      headers: { "X-Note": "kept" },
    };
    const seen = await json(fetch(`${siteUrl}/api/query?a=1`, init));
    expect(seen).toEqual(expected);
    expect(await json(fetch(`${url}/http/api/query?a=1`, init))).toEqual(
      expected,
    );
    expect(await json(fetch(`${url}/http`))).toMatchObject({
      url: "https://site.toy.test/",
    });
  });

  test("[HT10] carry the app's own headers and none of the engine's", async () => {
    const { url, siteUrl, engine } = await openHttp({ behindProxy: true });
    engine.httpAction = () =>
      Promise.resolve(new Response("page", { headers: { "X-Own": "1" } }));
    const https = { headers: { "X-Forwarded-Proto": "https" } };
    for (const from of [`${siteUrl}/`, `${url}/http/`]) {
      const { headers } = await fetch(from, https);
      expect([...headers.keys()].sort()).toEqual([
        ...["connection", "content-type", "date", "keep-alive"],
        ...["transfer-encoding", "x-own"],
      ]);
    }
  });

  test("[HT23] serve their routes on the API port, except paths that the engine uses", async () => {
    const { url } = await openEcho({
      httpRoutes: [
        { method: "POST", path: "/api/hook" },
        { method: "GET", path: "/version" },
        { method: "GET", path: "/pages/*" },
      ],
    });
    const post = { method: "POST", body: "paid" };
    expect(await json(fetch(`${url}/api/hook?a=1`, post))).toMatchObject({
      url: "https://site.toy.test/api/hook?a=1",
      body: "paid",
    });
    const seen = await json(fetch(`${url}/pages/a/b`));
    expect(seen).toMatchObject({ url: "https://site.toy.test/pages/a/b" });
    expect(await (await fetch(`${url}/version`)).text()).toBe("1.2.3");
    expect((await fetch(`${url}/api/hook`)).status).toBe(404);
    expect((await fetch(`${url}/api/hooks`, post)).status).toBe(404);
  });

  test("[HT23] decide themselves what other origins may do", async () => {
    const { url } = await openEcho({
      httpRoutes: [{ method: "POST", path: "/api/hook" }],
    });
    const Origin = "https://elsewhere.test";
    for (const method of ["POST", "OPTIONS"]) {
      const answer = await fetch(`${url}/api/hook`, {
        method,
        headers: { Origin, "Access-Control-Request-Method": "POST" },
      });
      expect(await answer.json()).toMatchObject({ method });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  test("[HT8] see the announced address, whatever the request claims", async () => {
    const { siteUrl } = await openEcho();
    const answer = await sendRaw(
      siteUrl,
      "GET /hook HTTP/1.1\r\nHost: evil.test\r\nX-Forwarded-Host: evil.test\r\nX-Forwarded-Proto: https\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain('"url":"https://site.toy.test/hook"');
  });

  test("[HT8] refuse TRACE and targets that are no path", async () => {
    const { siteUrl, faults } = await openEcho();
    for (const [line, status] of [
      ["GET *", 400],
      ["OPTIONS *", 400],
      ["GET http://evil.test/", 400],
      ["POST evil.test:80", 400],
      ["TRACE /hook", 405],
    ] as const) {
      const head = headOf(`${line}`);
      const answer = await sendRaw(siteUrl, head);
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
    expect(faults).toEqual([]);
  });

  test("[HT8] see the forwarded address behind a proxy", async () => {
    const { siteUrl } = await openEcho({ behindProxy: true });
    const headers = {
      "X-Forwarded-Host": "hooks.example",
      "X-Forwarded-Proto": "https",
    };
    const seen = await json(fetch(`${siteUrl}/hook`, { headers }));
    expect(seen).toMatchObject({ url: "https://hooks.example/hook" });
    const forged = { ...headers, "X-Forwarded-Host": "a/b@c" };
    expect(
      await json(fetch(`${siteUrl}/hook`, { headers: forged })),
    ).toMatchObject({ url: "https://site.toy.test/hook" });
    const portless = { ...headers, "X-Forwarded-Host": "hooks.example:99999" };
    const refused = await fetch(`${siteUrl}/hook`, { headers: portless });
    expect(refused.status).toBe(400);
  });

  test("[HT9] make a valid token a user and leave any other Authorization header to the app", async () => {
    const { siteUrl } = await openEcho();
    const as = (authorization: string): Promise<unknown> =>
      json(fetch(siteUrl, { headers: { Authorization: authorization } }));
    const seen = await as(`Bearer ${toyToken("ann")}`);
    expect(seen).toMatchObject({ caller: "user" });
    for (const other of ["Bearer sk_live_1", "Basic YTpi", "Convex wrong"])
      expect(await as(other)).toMatchObject({ caller: "anonymous" });
  });

  test("[HT9] learn why a foreign Authorization header gives no identity", async () => {
    const engine = await openTestEngine({
      sources: {
        "http.ts": `import { httpRouter, httpActionGeneric } from "convex/server";
          const http = httpRouter();
          http.route({ path: "/who", method: "GET", handler: httpActionGeneric(async (ctx) => {
            try { return Response.json(await ctx.auth.getUserIdentity()); } catch (error) { return new Response(error.message); }
          }) });
          export default http;`,
      },
    });
    onTestFinished(() => engine.close());
    const who = async (headers: Record<string, string>) =>
      (await fetch(`${engine.siteUrl}/who`, { headers })).text();
    expect(await who({})).toBe("null");
    expect(await who({ Authorization: "Basic YTpi" })).toContain(
      "Invalid authentication header",
    );
    expect(await who({ Authorization: "Bearer sk_live_1" })).toContain(
      "Could not parse JWT payload.",
    );
  });

  test("[FN30] pass the caller's address and program on to functions that they call", async () => {
    const engine = await openTestEngine({
      sources: {
        "http.ts": `import { anyApi, httpRouter, httpActionGeneric, internalMutationGeneric } from "convex/server";
          export const asked = internalMutationGeneric({ args: {}, handler: async (ctx) => {
            const { ip, userAgent } = await ctx.meta.getRequestMetadata();
            return { ip, userAgent };
          } });
          const http = httpRouter();
          http.route({ path: "/asked", method: "GET", handler: httpActionGeneric(async (ctx) =>
            Response.json(await ctx.runMutation(anyApi.http.asked, {}))) });
          export default http;`,
      },
    });
    onTestFinished(() => engine.close());
    const headers = { "User-Agent": "test" };
    const seen = await json(fetch(`${engine.siteUrl}/asked`, { headers }));
    expect(seen).toEqual({ ip: "127.0.0.1", userAgent: "test" });
  });

  test("[HT10] answer with status, headers and every cookie, as a stream", async () => {
    const { siteUrl, engine } = await openEcho();
    let pull: (text: string | null) => void = () => undefined;
    engine.httpAction = () => {
      const headers = new Headers({ "x-answer": "yes" });
      headers.append("set-cookie", "a=1");
      headers.append("set-cookie", "b=2; Path=/");
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          pull = (text) =>
            text === null
              ? controller.close()
              : controller.enqueue(new TextEncoder().encode(text));
        },
      });
      return Promise.resolve(new Response(body, { status: 201, headers }));
    };
    const response = await fetch(siteUrl);
    expect(response.status).toBe(201);
    expect(response.headers.get("x-answer")).toBe("yes");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2; Path=/"]);
    const reader = response.body?.getReader();
    pull("one");
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe("one");
    pull(null);
    expect((await reader?.read())?.done).toBe(true);
  });

  test("[HT36] answer with what they fetched, also if it was compressed, and with their headers on it", async () => {
    const text = "hello ".repeat(100);
    const packings: Record<string, Buffer> = {
      gzip: gzipSync(text),
      "X-Gzip": gzipSync(text),
      "gzip, br": brotliCompressSync(gzipSync(text)),
      zstd: zstdCompressSync(text),
    };
    const upstream = createServer((request, response) => {
      const packing = decodeURIComponent(request.url?.slice(1) ?? "");
      const packed = must(packings[packing], packing);
      response.writeHead(200, {
        "Content-Encoding": packing,
        "Content-Length": packed.length,
      });
      response.end(packed);
    });
    upstream.listen(0, "127.0.0.1");
    await once(upstream, "listening");
    onTestFinished(() => void upstream.close());
    const { port } = upstream.address() as AddressInfo;
    const engine = await openTestEngine({
      sources: {
        "http.ts": `import { httpRouter, httpActionGeneric } from "convex/server";
          const http = httpRouter();
          const answer = (path, make) => http.route({ path, method: "GET", handler: httpActionGeneric(make) });
          answer("/fetched", async (_ctx, request) => {
            const fetched = await fetch("http://127.0.0.1:${port}/" + new URL(request.url).search.slice(1));
            fetched.headers.set("x-own", "1");
            const copy = fetched.clone();
            return Object.defineProperty(copy, "headers", { value: new Headers(copy.headers) });
          });
          answer("/empty", async () => new Response("", { status: 205 }));
          answer("/moved", async () => Response.redirect("/elsewhere"));
          export default http;`,
      },
    });
    onTestFinished(() => engine.close());
    const get = (path: string) =>
      fetch(`${engine.siteUrl}${path}`, { redirect: "manual" });
    for (const packing of Object.keys(packings)) {
      const fetched = await get(`/fetched?${encodeURIComponent(packing)}`);
      expect(await fetched.text()).toBe(text);
      expect(fetched.headers.get("x-own")).toBe("1");
    }
    expect((await get("/empty")).status).toBe(205);
    const moved = await get("/moved");
    expect(moved.status).toBe(302);
    expect(moved.headers.get("location")).toBe("/elsewhere");
  });

  test("[HT10] answer HEAD with the headers of GET and no body", async () => {
    const { siteUrl } = await openEcho();
    const response = await fetch(siteUrl, { method: "HEAD" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("json");
    expect(await response.text()).toBe("");
  });

  test("[HT11] refuse a body over 20 MiB", async () => {
    const { siteUrl } = await openEcho();
    const body = new Uint8Array(20 * 1024 * 1024 + 1);
    const response = await fetch(siteUrl, { method: "POST", body });
    expect(response.status).toBe(413);
    await response.text();
  });

  test("[HT11] break off an answer of more than 20 MiB", async () => {
    const { siteUrl, engine } = await openEcho();
    let left = 21;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) =>
        left-- > 0
          ? controller.enqueue(new Uint8Array(1024 * 1024))
          : controller.close(),
    });
    engine.httpAction = () => Promise.resolve(new Response(body));
    const answer = await fetch(siteUrl);
    const end = answer.arrayBuffer().then(
      () => "whole",
      () => "cut",
    );
    expect(await end).toBe("cut");
  });

  test("[HT11] tell the caller nothing about a fault of the engine", async () => {
    const { siteUrl, engine, faults } = await openEcho();
    engine.httpAction = () => Promise.reject(new Error("secret path /data"));
    const response = await fetch(siteUrl);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: "InternalServerError",
      message: "Your request couldn't be completed. Try again later.",
    });
    expect(faults).toHaveLength(1);
  });
});
