import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestEngine, type TestEngine } from "../open-engine.ts";

const MIB = 1024 * 1024;
/** Messages from running actions to the test, and gates that they wait at. The actions fetch both. */
const told: string[] = [];
const listeners = new Set<() => void>();
const atGates = new Map<string, ServerResponse>();
const ear = createServer((request, response) => {
  const what = decodeURIComponent(request.url ?? "").slice(1);
  told.push(what);
  if (what.startsWith("gate ")) atGates.set(what, response);
  else response.end();
  for (const listener of listeners) listener();
});
// A connection closed by a timeout could lose an action's message.
ear.keepAliveTimeout = 0;

async function open(name: string): Promise<void> {
  await hears(`gate ${name}`);
  atGates.get(`gate ${name}`)?.end();
}

async function hears(what: string | RegExp): Promise<string> {
  for (;;) {
    const found = told.find((line) =>
      typeof what === "string" ? line === what : what.test(line),
    );
    if (found !== undefined) return found;
    await new Promise<void>((resolve) => {
      const listener = () => {
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });
  }
}

const SOURCES = {
  "http.ts": `
    import { httpRouter, httpActionGeneric as httpAction, anyApi, internalQueryGeneric } from "convex/server";
    const http = httpRouter();
    const tell = (what) => fetch(process.env.EAR + encodeURIComponent(what));
    const route = (path, handler) => { for (const method of ["GET", "POST"]) http.route({ path, method, handler: httpAction(handler) }); };
    const bytes = (n, x = 120) => new Uint8Array(n).fill(x);
    const text = (s) => new TextEncoder().encode(s);
    export const asked = internalQueryGeneric({ args: {}, handler: async () => "asked" });
    route("/slow", async (ctx) => new Response(new ReadableStream({
      async start(c) { c.enqueue(text("first ")); },
      async pull(c) { await tell("gate slow"); c.enqueue(text(await ctx.runQuery(anyApi.http.asked, {}))); console.log("from a stream"); c.close(); },
    }), { status: 203, headers: { "x-own": "1" } }));
    route("/silent", async () => new Response(new ReadableStream({ async pull(c) { await tell("gate silent"); c.close(); } })));
    route("/endless", async (_ctx, request) => {
      const name = new URL(request.url).search;
      let sent = 0;
      request.signal.addEventListener("abort", () => { void tell("signal" + name); });
      return new Response(new ReadableStream({
        pull(c) { sent += 65536; c.enqueue(bytes(65536)); },
        cancel() { void tell("cancel" + name + " " + sent); },
      }, { highWaterMark: 0 }));
    });
    route("/waits", async (_ctx, request) => {
      const aborted = new Promise((resolve) => request.signal.addEventListener("abort", resolve));
      await tell("waits begun");
      await aborted;
      await tell("waits aborted");
      return new Response(new ReadableStream({ cancel() { void tell("waits canceled"); } }));
    });
    route("/breaks", async () => {
      let isFirst = true;
      return new Response(new ReadableStream({ async pull(c) { if (isFirst) { isFirst = false; c.enqueue(text("half")); return; } await tell("gate breaks"); throw new Error("midway"); } }, { highWaterMark: 0 }));
    });
    route("/breaksAtOnce", async () => new Response(new ReadableStream({ pull() { throw new Error("at once"); } })));
    route("/strings", async () => new Response(new ReadableStream({ pull(c) { c.enqueue("text"); c.close(); } })));
    route("/large", async (_ctx, request) => new Response(bytes(Number(new URL(request.url).searchParams.get("n")))));
    route("/tooLong", async () => new Response(new ReadableStream({ async pull(c) { await new Promise((r) => setTimeout(r)); c.enqueue(bytes(1 << 20)); } }, { highWaterMark: 0 })));
    route("/echo", async (_ctx, request) => new Response(request.body, { headers: { "content-type": request.headers.get("content-type") ?? "" } }));
    route("/parts", async (_ctx, request) => {
      const seen = [];
      try { for await (const part of request.body.pipeThrough(new TextDecoderStream())) { seen.push(part); await tell("part " + part); } }
      catch (error) { await tell("parts failed " + error.constructor.name); }
      return Response.json(seen);
    });
    route("/byob", async (_ctx, request) => {
      const reader = request.body.getReader({ mode: "byob" });
      const { value } = await reader.read(new Uint8Array(3));
      await reader.cancel();
      return new Response(value);
    });
    route("/kinds", async (_ctx, request) => {
      const kind = new URL(request.url).search.slice(1);
      const copy = request.clone();
      if (kind === "text") return Response.json([await request.text(), request.bodyUsed, await copy.text()]);
      if (kind === "json") return Response.json(await request.json());
      if (kind === "blob") { const blob = await request.blob(); return Response.json([blob.size, blob.type]); }
      if (kind === "arrayBuffer") return Response.json((await request.arrayBuffer()).byteLength);
      if (kind === "formData") { const form = await request.formData(); return Response.json([form.get("a"), await form.get("file").text()]); }
    });
    route("/reads", async (_ctx, request) => {
      try { return Response.json((await request.arrayBuffer()).byteLength); }
      catch (error) { await tell("read failed " + error.constructor.name); throw error; }
    });
    route("/ignores", async (_ctx, request) => new Response(request.body === null ? "no body" : "ignored"));
    const own = (status, body) => Object.defineProperty(new Response(body), "status", { value: status });
    const later = () => new ReadableStream({ async pull(c) { await new Promise((r) => setTimeout(r)); c.close(); } }, { highWaterMark: 0 });
    const odd = {
      error: () => Response.error(),
      interim: () => own(101, null),
      streamed: () => own(999, later()),
      text: () => own("200", "x"),
      header: () => new Response("x", { headers: { "x-own": String.fromCharCode(1) } }),
    };
    route("/odd", async (_ctx, request) => odd[new URL(request.url).search.slice(1)]());
    route("/lies", async (_ctx, request) => new Response("hello", { headers: { "content-length": new URL(request.url).search.slice(1) } }));
    route("/refuses", async (_ctx, request) => { await request.body.cancel(); return new Response("no", { status: 403 }); });
    export default http;`,
};

let engine: TestEngine;
beforeAll(async () => {
  await new Promise<void>((resolve) => ear.listen(0, "127.0.0.1", resolve));
  const { port } = ear.address() as AddressInfo;
  engine = await openTestEngine({
    sources: SOURCES,
    env: { EAR: `http://127.0.0.1:${port}/` },
  });
});
afterAll(async () => {
  await engine.close();
  ear.close();
});
const at = (path: string) => `${engine.siteUrl}${path}`;

function sending(path: string, headers: Record<string, string> = {}) {
  const request = httpRequest(at(path), { method: "POST", headers });
  request.on("error", () => undefined);
  const response = once(request, "response") as Promise<[IncomingMessage]>;
  response.catch(() => undefined);
  const answered = async () => {
    const [answer] = await response;
    let body = "";
    for await (const chunk of answer) body += String(chunk);
    return { status: answer.statusCode, body };
  };
  return { request, response, answered };
}

describe("an answer that is a stream", () => {
  test("[HT29] is sent as it is made, with results of functions that it calls meanwhile", async () => {
    const response = await fetch(at("/slow"));
    const seen = [response.status, response.headers.get("x-own")];
    expect(seen).toEqual([203, "1"]);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe("first ");
    await open("slow");
    const second = await reader?.read();
    expect(new TextDecoder().decode(second?.value)).toBe("asked");
    expect((await reader?.read())?.done).toBe(true);
  });

  test("[HT29] sends its head before its first byte", async () => {
    const response = await fetch(at("/silent"));
    expect(response.status).toBe(200);
    await open("silent");
    expect(await response.text()).toBe("");
  });

  test("[HT29] is made no faster than it is read, and is canceled when the client goes", async () => {
    const socket = connect(Number(new URL(engine.siteUrl).port), "127.0.0.1");
    socket.write("GET /endless?slow HTTP/1.1\r\nHost: x\r\n\r\n");
    // Reads a little and then stops.
    await once(socket, "readable");
    socket.read(1000);
    // When these are answered, the engine has read everything it would read meanwhile.
    for (let i = 0; i < 3; i++) await fetch(at("/large?n=1"));
    socket.destroy();
    const line = await hears(/^cancel\?slow /);
    expect(Number(line.split(" ")[1])).toBeLessThan(18 * MIB);
    await hears("signal?slow");
  });

  test("[HT29] aborts request.signal when the client goes before it begins", async () => {
    const gone = new AbortController();
    const asked = fetch(at("/waits"), { signal: gone.signal });
    asked.catch(() => undefined);
    await hears("waits begun");
    gone.abort();
    await hears("waits aborted");
    await hears("waits canceled");
  });

  test("[HT10] breaks off visibly when it fails midway, and is a 500 when it fails at once", async () => {
    const response = await fetch(at("/breaks"));
    expect(response.status).toBe(200);
    await open("breaks");
    await expect(response.text()).rejects.toThrow();
    for (const [path, error] of [
      ["/breaksAtOnce", "at once"],
      ["/strings", "non-Uint8Array"],
    ] as const) {
      const failed = await fetch(at(path));
      expect(failed.status).toBe(500);
      expect(await failed.text()).toContain(error);
    }
  });

  test("[HT10] is a 500 when HTTP cannot carry its status or header", async () => {
    const refused = "HTTP actions must answer with a status from 200 to 599";
    for (const [how, error] of [
      ["error", `${refused}, not 0`],
      ["interim", `${refused}, not 101`],
      ["streamed", `${refused}, not 999`],
      ["text", `${refused}, not 200`],
      ["header", "Invalid character in header content"],
    ] as const) {
      const failed = await fetch(at(`/odd?${how}`));
      expect([how, failed.status]).toEqual([how, 500]);
      expect(await failed.text()).toContain(error);
    }
    expect(engine.errors.join("")).toBe("");
    expect((await fetch(at("/large?n=1"))).status).toBe(200);
  });

  test("[HT10] is cut when its length is not its Content-Length", async () => {
    for (const length of [3, 7]) {
      const answer = fetch(at(`/lies?${length}`));
      await expect(
        answer.then((response) => response.text()),
      ).rejects.toThrow();
    }
    expect(await (await fetch(at("/lies?5"))).text()).toBe("hello");
  });

  test("[HT11] may have 20 MiB: more at once is a 500, more over time breaks off", async () => {
    const whole = await fetch(at(`/large?n=${20 * MIB}`));
    expect((await whole.arrayBuffer()).byteLength).toBe(20 * MIB);
    const large = await fetch(at(`/large?n=${20 * MIB + 1}`));
    expect(large.status).toBe(500);
    expect(await large.text()).toContain("HttpResponseTooLarge");
    const long = await fetch(at("/tooLong"));
    expect(long.status).toBe(200);
    await expect(long.arrayBuffer()).rejects.toThrow();
  });
});

describe("a request's body", () => {
  test("[HT30] is read as it arrives", async () => {
    const { request, answered } = sending("/parts");
    request.write("one");
    await hears("part one");
    request.write("two");
    await hears("part two");
    request.end("three");
    const seen = await answered();
    expect(seen).toEqual({ status: 200, body: '["one","two","three"]' });
  });

  test("[HT30] goes through an action to its answer while it arrives", async () => {
    const { request, response } = sending("/echo", {
      "content-type": "text/own",
    });
    request.write("ping");
    const [answer] = await response;
    answer.on("error", () => undefined);
    const [first] = (await once(answer, "data")) as [Buffer];
    expect(String(first)).toBe("ping");
    request.end("pong");
    const [second] = (await once(answer, "data")) as [Buffer];
    expect(String(second)).toBe("pong");
    expect(answer.headers["content-type"]).toBe("text/own");
    const sent = new Uint8Array(MIB).map((_, i) => i % 251);
    const back = await fetch(at("/echo"), { method: "POST", body: sent });
    expect(Buffer.compare(await back.bytes(), sent)).toBe(0);
  });

  test("[HT30] is read whole as text, JSON, form, blob and bytes, small and large, compressed or not", async () => {
    const has = async (
      kind: string,
      body: NonNullable<RequestInit["body"]>,
      headers: Record<string, string> = {},
    ): Promise<unknown> => {
      const init = { method: "POST", body, headers };
      return (await fetch(at(`/kinds?${kind}`), init)).json();
    };
    const long = "ä".repeat(MIB / 2);
    expect(await has("text", "short")).toEqual(["short", true, "short"]);
    expect(await has("text", long)).toEqual([long, true, long]);
    expect(await has("json", JSON.stringify({ a: [long] }))).toEqual({
      a: [long],
    });
    expect(await has("arrayBuffer", long)).toBe(MIB);
    const type = { "content-type": "image/own" };
    expect(await has("blob", long, type)).toEqual([MIB, "image/own"]);
    const form = new FormData();
    form.set("a", "b");
    form.set("file", new Blob([long]), "name");
    expect(await has("formData", form)).toEqual(["b", long]);
    const packed = { "content-encoding": "gzip" };
    const seen = await has("text", gzipSync("squeezed"), packed);
    expect(seen).toEqual(["squeezed", true, "squeezed"]);
    const byob = await fetch(at("/byob"), { method: "POST", body: long });
    expect((await byob.bytes()).length).toBe(3);
  });

  test("[HT11] that is too large, even once unpacked, is 413, and one whose compression is broken 400", async () => {
    const { request, answered } = sending("/reads");
    for (let sent = 0; sent < 21; sent++) request.write(Buffer.alloc(MIB));
    request.end();
    expect((await answered()).status).toBe(413);
    await hears("read failed TypeError");
    const bomb = gzipSync(Buffer.alloc(21 * MIB));
    const post = (body: Uint8Array<ArrayBuffer>) =>
      fetch(at("/reads"), {
        method: "POST",
        body,
        headers: { "content-encoding": "gzip" },
      });
    expect((await post(new Uint8Array(bomb))).status).toBe(413);
    const broken = await post(new Uint8Array(Buffer.from("no")));
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ code: "BadContentEncoding" });
    expect(engine.errors.join("")).not.toContain("413");
  });

  test("[HT30] that an action does not read is thrown away, and the connection serves the next request", async () => {
    for (const [path, status] of [
      ["/ignores", 200],
      ["/refuses", 403],
    ] as const) {
      const socket = connect(Number(new URL(engine.siteUrl).port), "127.0.0.1");
      let got = "";
      const answers = (n: number) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (got.split("HTTP/1.1 ").length > n) resolve();
          };
          socket.on("data", look);
          look();
        });
      socket.on("data", (data: Buffer) => (got += String(data)));
      const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${MIB}\r\n\r\n`;
      for (const n of [1, 2]) {
        socket.write(head);
        socket.write(Buffer.alloc(MIB));
        await answers(n);
      }
      socket.destroy();
      expect(got.match(/HTTP\/1\.1 (\d+)/g)).toEqual([
        `HTTP/1.1 ${status}`,
        `HTTP/1.1 ${status}`,
      ]);
    }
  });

  test("[HT30] that breaks off fails where it is read", async () => {
    const { request } = sending("/parts", { "content-length": "1000" });
    request.write("some");
    await hears("part some");
    request.destroy();
    await hears("parts failed TypeError");
  });
});
