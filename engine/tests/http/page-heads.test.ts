import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  gunzipSync,
  brotliCompressSync,
  brotliDecompressSync,
} from "node:zlib";
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  test,
  vi,
} from "vitest";
import { PagePacker } from "../../http/headed-page.ts";
import { PageHeads } from "../../http/page-heads.ts";
import { openHttp, sendRaw, type OpenHttp, headOf } from "./open-http.ts";

const PAGE = (head: string) =>
  `<head>${head}</head><body>${"app ".repeat(200)}</body>`;
const FILE = PAGE("<!--page-head--><title>file</title><!--/page-head-->");
/** `$&` must not be replaced by a pattern's match. */
const HEAD = "<title>Zoë's $& shop</title>";
const folder = mkdtempSync(join(tmpdir(), "heads-"));
writeFileSync(join(folder, "join.html"), FILE);
writeFileSync(join(folder, "join.html.br"), brotliCompressSync(FILE));
writeFileSync(join(folder, "index.html"), FILE);
writeFileSync(join(folder, "plain.html"), PAGE("<title>plain</title>"));
writeFileSync(join(folder, "unclosed.html"), PAGE("<!--page-head-->"));
writeFileSync(join(folder, "icon.svg"), FILE);
afterAll(() => rmSync(folder, { recursive: true }));
let asked: string[];
let answer: (page: string) => Promise<Response>;
let now: number;
let heads: PageHeads;
let open: OpenHttp;

beforeEach(async () => {
  asked = [];
  now = 1_000_000;
  answer = () => Promise.resolve(new Response(HEAD));
  heads = new PageHeads({
    ask: (page) => {
      asked.push(page);
      return answer(page);
    },
    report: (error) => void open.faults.push(error),
    now: () => now,
  });
  open = await openHttp({ client: folder, heads });
});
afterEach(() => open.close());
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${open.url}${path}`, { headers });
const textOf = async (path: string) => (await get(path)).text();

describe("a page with a place for its head", () => {
  test("[HT27] has the head that the deployment gives it, whatever the client accepts", async () => {
    expect(await textOf("/join?b=1")).toBe(PAGE(HEAD));
    expect(await textOf("/any/route?x=2")).toBe(PAGE(HEAD));
    expect(asked).toEqual(["/join?b=1", "/any/route?x=2"]);
    for (const accept of ["text/html", "image/png,*/*", "application/json", ""])
      expect(await (await get("/join", { Accept: accept })).text()).toBe(
        PAGE(HEAD),
      );
  });

  test("[HT27] asks the deployment with its path and nothing about the caller", async () => {
    await sendRaw(
      open.url,
      "GET /join?b=%22&c HTTP/1.1\r\nHost: evil.test\r\nCookie: a=b\r\nX-Forwarded-Host: evil.test\r\nConnection: close\r\n\r\n",
    );
    expect(asked).toEqual(["/join?b=%22&c"]);
  });

  test("[HT27] is compressed anew for clients that accept it, never from the file's neighbour", async () => {
    const raw = async (encoding: string) => {
      const answered = await sendRaw(
        open.url,
        headOf("GET /join", `Accept-Encoding: ${encoding}`),
      );
      const [head = "", ...body] = answered.split("\r\n\r\n");
      return { head, body: Buffer.from(body.join("\r\n\r\n"), "latin1") };
    };
    const br = await raw("gzip, br");
    expect(br.head).toContain("Content-Encoding: br");
    expect(br.head).toContain(`Content-Length: ${br.body.length}`);
    expect(String(brotliDecompressSync(br.body))).toBe(PAGE(HEAD));
    const gz = await raw("gzip");
    expect(gz.head).toContain("Content-Encoding: gzip");
    expect(String(gunzipSync(gz.body))).toBe(PAGE(HEAD));
    const plain = await raw("identity");
    expect(plain.head).not.toContain("Content-Encoding");
    expect(plain.head).toMatch(/Vary: Accept-Encoding/);
    expect(String(plain.body)).toBe(PAGE(HEAD));
  });

  test("[HT27] is compressed once for all clients, and again after 128 other pages", async () => {
    const packer = new PagePacker();
    const page = Buffer.from(PAGE(HEAD));
    const packed = async () => (await packer.pack(page, "br")).body;
    const [first, second] = await Promise.all([packed(), packed()]);
    expect(second).toBe(first);
    for (let other = 0; other < 128; other += 1)
      await packer.pack(Buffer.from(`page ${other}`), "gzip");
    expect(await packed()).not.toBe(first);
  });

  test("[HT27] has a separate ETag for each head and encoding, and a page's headers; HEAD has no body", async () => {
    const packed = await get("/join", { "Accept-Encoding": "br" });
    const plain = await get("/join", { "Accept-Encoding": "identity" });
    const etag = plain.headers.get("etag") ?? "";
    expect(packed.headers.get("etag")).not.toBe(etag);
    expect(plain.headers.get("cache-control")).toBe("no-cache");
    expect(plain.headers.get("content-security-policy")).toContain("'self'");
    expect(plain.headers.get("content-type")).toContain("text/html");
    const known = { "If-None-Match": etag, "Accept-Encoding": "identity" };
    const again = await get("/join", known);
    expect([again.status, await again.text()]).toEqual([304, ""]);

    const head = await fetch(`${open.url}/join`, {
      method: "HEAD",
      headers: { "Accept-Encoding": "identity" },
    });
    expect(head.headers.get("etag")).toBe(etag);
    expect(head.headers.get("content-length")).toBe(
      String(Buffer.byteLength(PAGE(HEAD))),
    );
    expect(await head.text()).toBe("");
    answer = () => Promise.resolve(new Response("<title>new</title>"));
    now += 60_000;
    expect((await get("/join", known)).status).toBe(200);
  });

  test("[HT27] is sent as its file after a 204; files without the place are sent without asking", async () => {
    answer = () => Promise.resolve(new Response(null, { status: 204 }));
    expect(await textOf("/join")).toBe(FILE);
    expect(await textOf("/plain")).toBe(PAGE("<title>plain</title>"));
    expect(await textOf("/unclosed")).toBe(PAGE("<!--page-head-->"));
    expect(await textOf("/icon.svg")).toBe(FILE);
    expect(asked).toEqual(["/join"]);
  });
});

describe("heads", () => {
  test("[HT28] are requested once a minute, and once for all clients that wait", async () => {
    await Promise.all([textOf("/join"), textOf("/join"), textOf("/join")]);
    now += 59_999;
    await textOf("/join");
    expect(asked).toEqual(["/join"]);
    now += 1;
    await textOf("/join");
    expect(asked).toEqual(["/join", "/join"]);
  });

  test("[HT28] grow old although the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"] });
    try {
      const report = (error: unknown) => void open.faults.push(error);
      const own = new PageHeads({ ask: (page) => answer(page), report });
      expect(await own.of("/join")).toBe(HEAD);
      answer = async () => new Response("new");
      vi.setSystemTime(Date.now() - 3_600_000);
      vi.advanceTimersByTime(60_000);
      expect(await own.of("/join")).toBe("new");
    } finally {
      vi.useRealTimers();
    }
  });

  test("[HT28] that cannot be fetched leave the last one or the file's, and are not retried for 5 s", async () => {
    await textOf("/join");
    now += 60_000;
    const failures: (() => Promise<Response>)[] = [
      () => Promise.resolve(new Response("trace", { status: 500 })),
      () => Promise.resolve(new Response("none", { status: 404 })),
      () => Promise.reject(new Error("no functions")),
      () => Promise.resolve(new Response("x".repeat(16 * 1024 + 1))),
      () => Promise.resolve(new Response(brokenOff())),
    ];
    for (const failure of failures) {
      answer = failure;
      const before = asked.length;
      expect(await textOf("/join")).toBe(PAGE(HEAD));
      expect(await textOf("/other")).toBe(FILE);
      now += 4_999;
      await textOf("/join");
      expect(asked.length).toBe(before + 2);
      now += 1;
    }
    expect(open.faults).toHaveLength(6);
    answer = () => Promise.resolve(new Response("<title>well</title>"));
    expect(await textOf("/join")).toBe(PAGE("<title>well</title>"));
  });

  test("[HT28] that take long delay a page once, and at most eight are requested at a time", async () => {
    let answerAll: (() => void) | undefined;
    const late = new Promise<void>((resolve) => (answerAll = resolve));
    answer = () => late.then(() => new Response(HEAD));
    expect(await textOf("/join")).toBe(FILE);
    now += 400;
    const timers = new Promise((resolve) => setImmediate(resolve, "waits"));
    expect(await Promise.race([heads.of("/join"), timers])).toBeNull();
    expect(await textOf("/join")).toBe(FILE);
    const paths = Array.from({ length: 20 }, (_, at) => `/page/${at}`);
    const texts = await Promise.all(paths.map(textOf));
    expect(new Set(texts)).toEqual(new Set([FILE]));
    expect(asked).toHaveLength(8);
    answerAll?.();
    await expect.poll(() => textOf("/join")).toBe(PAGE(HEAD));
    await expect.poll(() => textOf("/page/19")).toBe(PAGE(HEAD));
  });

  test("[HT28] of the last 256 pages are kept, and none for a path that is too long", async () => {
    heads = new PageHeads({
      ask: (page) => {
        asked.push(page);
        return answer(page);
      },
      report: (error) => void open.faults.push(error),
      now: () => now,
    });
    for (let page = 0; page < 257; page += 1) await heads.of(`/${page}`);
    await heads.of("/256");
    await heads.of("/1");
    expect(asked).toHaveLength(257);
    await heads.of("/0");
    expect(asked).toHaveLength(258);
    expect(await heads.of(`/${"x".repeat(512)}`)).toBeNull();
    expect(asked).toHaveLength(258);
  });
});

const brokenOff = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("<title>half"));
    },
    pull(controller) {
      controller.error(new Error("broke off"));
    },
  });
