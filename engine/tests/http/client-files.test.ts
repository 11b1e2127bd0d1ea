import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openHttp, sendRaw, type OpenHttp, headOf } from "./open-http.ts";

let folder: string;
let open: OpenHttp;
const SCRIPT = "assets/index-B3xYz_90.js";
const SECRET = "not for the web";

beforeEach(async () => {
  const root = fs.mkdtempSync(join(tmpdir(), "client-"));
  folder = join(root, "dist");
  fs.mkdirSync(join(folder, "assets"), { recursive: true });
  fs.mkdirSync(join(folder, "about"));
  fs.writeFileSync(join(folder, "index.html"), "<h1>app</h1>");
  fs.writeFileSync(join(folder, "book-demo.html"), "<h1>demo</h1>");
  fs.writeFileSync(join(folder, "about", "index.html"), "<h1>about</h1>");
  fs.writeFileSync(join(folder, SCRIPT), "let script;");
  fs.writeFileSync(
    join(folder, `${SCRIPT}.br`),
    brotliCompressSync("let script;"),
  );
  fs.writeFileSync(join(folder, "favicon.ico"), "icon");
  fs.writeFileSync(join(folder, "empty.txt"), "");
  fs.writeFileSync(join(folder, ".env"), SECRET);
  fs.writeFileSync(join(root, "secret.txt"), SECRET);
  fs.symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
  fs.mkdirSync(`${folder}-x`);
  fs.writeFileSync(join(`${folder}-x`, "secret.txt"), SECRET);
  fs.symlinkSync(
    join(`${folder}-x`, "secret.txt"),
    join(folder, "sibling.txt"),
  );
  open = await openHttp({ client: folder });
});

afterEach(async () => {
  await open.close();
  fs.rmSync(join(folder, ".."), { recursive: true });
});
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${open.url}${path}`, { headers });
const PAGE = { Accept: "text/html,*/*" };

describe("the web client", () => {
  test("[HT12] files have their types; names with a hash are immutable, others are revalidated", async () => {
    const script = await get(`/${SCRIPT}`, { "Accept-Encoding": "identity" });
    expect(script.headers.get("content-type")).toBe(
      "text/javascript; charset=utf-8",
    );
    expect(script.headers.get("cache-control")).toBe(
      "public, max-age=31536000, immutable",
    );
    expect(await script.text()).toBe("let script;");
    const icon = await get("/favicon.ico");
    expect(icon.headers.get("content-type")).toBe("image/x-icon");
    expect(icon.headers.get("cache-control")).toBe("no-cache");
    expect(await (await get("/empty.txt")).text()).toBe("");
    const etag = icon.headers.get("etag") ?? "";
    expect((await get("/favicon.ico", { "If-None-Match": etag })).status).toBe(
      304,
    );
  });

  test("[HT12] a precompressed neighbour is sent to clients that accept it", async () => {
    const packed = await get(`/${SCRIPT}`, { "Accept-Encoding": "gzip, br" });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.headers.get("vary")).toContain("Accept-Encoding");
    expect(await packed.text()).toBe("let script;");
  });

  test("[HT13] pages are found without their ending, and paths of the client's router get the index", async () => {
    const text = async (path: string) => (await get(path, PAGE)).text();
    expect(await text("/")).toBe("<h1>app</h1>");
    expect(await text("/book-demo")).toBe("<h1>demo</h1>");
    expect(await text("/about")).toBe("<h1>about</h1>");
    expect(await text("/queue/abc?b=1")).toBe("<h1>app</h1>");
  });

  test("[HT13] clients that accept pages get the index, also link previews that accept anything or say nothing", async () => {
    for (const accept of ["text/html", "text/*;q=0.8", "*/*", "image/png,*/*"])
      expect((await get("/queue/abc", { Accept: accept })).status).toBe(200);
    const silent = await sendRaw(open.url, headOf("GET /queue/abc"));
    expect(silent).toContain("<h1>app</h1>");
    for (const accept of ["application/json", "image/avif,image/png", ""])
      expect((await get("/queue/abc", { Accept: accept })).status).toBe(404);
  });

  test("[HT13] a client with a 404.html has a file for every page; other paths get that file, as 404", async () => {
    fs.writeFileSync(join(folder, "404.html"), "<h1>nothing</h1>");
    const missing = await get("/queue/abc", PAGE);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toBe("<h1>nothing</h1>");
    const again = await get("/queue/abc", {
      ...PAGE,
      "If-None-Match": missing.headers.get("etag") ?? "",
    });
    expect(again.status).toBe(404);
    expect((await get("/about", PAGE)).status).toBe(200);
    expect((await get("/queue/abc", { Accept: "image/png" })).status).toBe(404);
  });

  test("[HT13] a folder's 200.html is the page of all paths in it, a top-level folder's 404.html of all others", async () => {
    const write = (name: string, page: string) =>
      fs.writeFileSync(join(folder, name), page);
    fs.mkdirSync(join(folder, "admin", "queues"), { recursive: true });
    write("404.html", "nothing");
    write("admin.html", "admin");
    write("admin/404.html", "no admin page");
    write("admin/queues/200.html", "queue");
    const answered = async (path: string) => {
      const page = await get(path, PAGE);
      return [page.status, await page.text()];
    };
    for (const path of ["/admin", "/admin/"])
      expect(await answered(path)).toEqual([200, "admin"]);
    for (const path of ["/admin/queues/k57?x=1", "/admin/queues/k57/"])
      expect(await answered(path)).toEqual([200, "queue"]);
    for (const path of ["/admin/queues", "/admin/x/y", "/admin/queues/k57/y"])
      expect(await answered(path)).toEqual([404, "no admin page"]);
    for (const path of ["/other/queues", "//queues"])
      expect(await answered(path)).toEqual([404, "nothing"]);
    expect((await get("/admin/gone.js", PAGE)).status).toBe(404);
  });

  test("[HT13] scripts, paths under /api and other methods never get the index", async () => {
    for (const headers of [PAGE, { Accept: "*/*" }])
      expect((await get("/assets/gone-12345678.js", headers)).status).toBe(404);
    expect((await get("/api/unknown", PAGE)).status).toBe(404);
    const posted = await fetch(`${open.url}/queue`, { method: "POST" });
    expect(posted.status).toBe(405);
  });

  test("[HT23] files come before the app's HTTP actions, which come before the index page", async () => {
    await open.close();
    const httpRoutes = [
      { method: "GET", path: "/*" },
      { method: "POST", path: "/about" },
    ];
    open = await openHttp({ client: folder, httpRoutes });
    open.engine.httpAction = () => Promise.resolve(new Response("action"));
    const text = async (path: string): Promise<string> =>
      (await get(path, PAGE)).text();
    expect(await text("/")).toBe("<h1>app</h1>");
    expect(await text("/about")).toBe("<h1>about</h1>");
    expect(await text("/queue/abc")).toBe("action");
    for (const hidden of ["/.env", "/.gone"])
      expect((await get(hidden, PAGE)).status).toBe(404);
    const head = await fetch(`${open.url}/about`, { method: "HEAD" });
    expect(head.headers.get("content-type")).toContain("text/html");
    const posted = await fetch(`${open.url}/about`, { method: "POST" });
    expect(await posted.text()).toBe("action");
  });

  test("[HT14] nothing outside the folder and no hidden file is ever sent", async () => {
    const attempts = [
      "/../secret.txt",
      "/..%2fsecret.txt",
      "/%2e%2e/secret.txt",
      "/%2e%2e%2fsecret.txt",
      "/assets/..%2f..%2fsecret.txt",
      "/..%5csecret.txt",
      "/..\\secret.txt",
      "/some%5cpage",
      "/assets/%2e%2e/%2e%2e/secret.txt",
      "//../secret.txt",
      "/%252e%252e/secret.txt",
      "/secret.txt%00.html",
      "/.env",
      "/%2eenv",
      "/link.txt",
      "/sibling.txt",
      "/%",
      "/%c0%ae%c0%ae/secret.txt",
    ];
    for (const path of attempts) {
      const answer = await sendRaw(open.url, headOf(`GET ${path}`));
      expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
      expect(answer).not.toContain(SECRET);
    }
  });

  test("[HT15] pages may load from and connect to this host only, and may not be framed", async () => {
    const { headers } = await get("/", PAGE);
    const policy = headers.get("content-security-policy") ?? "";
    const host = new URL(open.url).host;
    for (const part of [
      "default-src 'self'",
      `connect-src 'self' ws://${host} wss://${host}`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin");
  });

  test("[HT15] a page may have the inline styles of its current file and no others", async () => {
    const styles = async (path: string) =>
      /style-src ([^;]*)/.exec(
        (await get(path, PAGE)).headers.get("content-security-policy") ?? "",
      )?.[1];
    const digest = (style: string) =>
      `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
    const [red, blue] = ["p{color:red}", "p > a{color:blue}\n"];
    const page = join(folder, "styled.html");
    fs.writeFileSync(page, `<style>${red}</style><p><style>${blue}</style>`);
    const both = `'self' ${digest(red)} ${digest(blue)}`;
    expect(await styles("/styled")).toBe(both);
    expect(await styles("/styled.html")).toBe(both);
    expect(await styles("/")).toBe("'self'");
    expect(await styles(`/${SCRIPT}`)).toBe("'self'");
    fs.writeFileSync(page, `<style>${blue}</style>`);
    fs.utimesSync(page, 1, 1);
    expect(await styles("/styled")).toBe(`'self' ${digest(blue)}`);
  });

  test("[HT15] a forged Host does not get into the policy", async () => {
    const answer = await sendRaw(
      open.url,
      "GET / HTTP/1.1\r\nHost: a.test; script-src *\r\nAccept: text/html\r\nConnection: close\r\n\r\n",
    );
    expect(answer).toContain("<h1>app</h1>");
    expect(answer).not.toContain("script-src *");
  });
});
