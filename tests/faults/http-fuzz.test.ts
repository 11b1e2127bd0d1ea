/** A15: whatever bytes come over HTTP, the worst answer is a refusal. Slow and huge: engine/http/http-server.test.ts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import { times } from "../../engine/faults/counts.ts";
import { openShop, type Shop } from "./shop.ts";

/** The content of files beside the client, in the data folder and in its folder of stored files. */
const SECRET = "not-for-strangers";
const SECRETS = ["secret.txt", ".env", "secret.html", "index.html.map"];
/** The product answers it with its "issuer". */
const SMUGGLED = "/.well-known/openid-configuration";
const CONTENT = "0123456789";
const root = mkdtempSync(join(tmpdir(), "yourturn-fuzz-"));
let shop: Shop;
let api: number;
let site: number;
let stored: string;

beforeAll(async () => {
  shop = await openShop();
  const client = join(root, "client");
  mkdirSync(join(client, "assets"), { recursive: true });
  writeFileSync(join(client, "index.html"), "<title>page</title>");
  writeFileSync(join(client, "assets", "a.js"), "1");
  const url = await runAsAdmin(shop.engine().url, "inspection:store", {
    text: CONTENT,
  });
  stored = new URL(String(url)).pathname;
  await shop.engine().stop();
  const { data } = shop;
  for (const folder of [root, data, join(data, "files"), join(client, ".git")])
    for (const name of SECRETS) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, name), SECRET);
    }
  const args = ["--client", client, "--redact-errors"];
  ({ port: api, sitePort: site } = await shop.restart({ args }));
});
afterAll(async () => {
  await shop.close();
  rmSync(root, { recursive: true, force: true });
});
/** An engine that has not answered after this many ms may be waiting for more. */
const END_AFTER = 300;

/** Sends bytes; returns all received until the close. Half-closes after a while unless `isWhole`, a complete request. */
const exchange = (
  port: number,
  bytes: string,
  isWhole = true,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let answer = "";
    socket.setTimeout(600_000, () => {
      socket.destroy();
      reject(new Error(`no end of the answer to ${JSON.stringify(bytes)}`));
    });
    socket.on("data", (data) => (answer += data.toString("latin1")));
    socket.on("error", () => undefined);
    const end = isWhole ? undefined : setTimeout(() => socket.end(), END_AFTER);
    socket.on("close", () => {
      clearTimeout(end);
      resolve(answer);
    });
    socket.write(Buffer.from(bytes, "latin1"));
  });

const statuses = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) =>
    Number(status),
  );

function expectHarmless(answer: string): void {
  for (const status of statuses(answer))
    if (status !== 503) expect(status, answer).toBeLessThan(500);
  for (const inside of [
    ...[
      SECRET,
      root,
      shop.data,
      process.version,
      "node_modules",
      "node:internal",
    ],
    ...["InternalServerError", "evil.test"],
  ])
    expect(answer).not.toContain(inside);
  expect(answer).not.toMatch(/^\s+at .+:\d+/m);
  expect(answer).not.toMatch(/^(server|x-powered-by|x-injected):/im);
}

const check = <T>(
  arbitrary: fc.Arbitrary<T>,
  count: number,
  run: (one: T) => Promise<void>,
) =>
  fc.assert(
    fc.asyncProperty(
      fc.array(arbitrary, { minLength: 1, maxLength: 10, size: "max" }),
      async (several) => void (await Promise.all(several.map(run))),
    ),
    { numRuns: count / 5 },
  );
const pick = (...all: string[]) => fc.constantFrom(...all);
const runEscalation = fc.oneof(
  pick(
    "..",
    "%2e%2e",
    ".%2e",
    "%2E.",
    "..%2f",
    "..%2F..",
    "%2e%2e%2f",
    "..%5c",
  ),
  pick("..\\", "%252e%252e", "..%252f", "..;", "..%00", "%c0%ae%c0%ae", "…"),
  pick(".", "", "%2f", "%5c", "%00", "assets", "data", "files", "client", "%"),
);
const traversal = fc
  .tuple(
    pick("/", "//", "/assets/", "/api/storage/", "/http/", "/.well-known/", ""),
    fc.array(runEscalation, { minLength: 1, maxLength: 6 }),
    pick("/", "/", "", "%2f", "\\", "%5c"),
    pick(...SECRETS, "engine.db", "data/secret.txt", "secret.txt%00.html"),
    pick("", "", "/", "?x", "#x", "%20", "."),
  )
  .map(([start, steps, ...end]) => start + steps.join("/") + end.join(""));

test("A15: no path leads outside the client's folder or the storage", async () => {
  await check(traversal, times(300, 10_000), async (path) => {
    const request = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const answer = await exchange(api, request);
    expectHarmless(answer);
    expect(statuses(answer)).toHaveLength(1);
  });
});

const path = fc.oneof(
  pick("/", "/assets/a.js", "/version", "/health", "/api/query", "/nothing"),
  pick("/api/storage/x", "/api/twilio/inbound", "/http/api/page-head"),
  pick("/metrics", "/api/deploy2/x", "/api/stripe/webhook", "/api/unsubscribe"),
  pick("*", "http://evil.test/", "//evil.test/", "evil.test:80", "/%0d%0aX:1"),
  pick("/?a=%0d%0aX-Injected:%201", "/a%0d%0aX-Injected:%201", "/\u00ff", "/%"),
  fc.constant("@stored"),
);
const method = fc.oneof(
  pick("GET", "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"),
  pick("TRACE", "PROPFIND", "PURGE", "get", "G", "QUERY", "LINK"),
);
const ranges = pick(
  ...[
    "bytes=0-3",
    "bytes=-1",
    "bytes=5-",
    "bytes=9-99",
    "bytes=10-",
    "bytes=-0",
  ],
  ...["bytes=0-0,1-1", "bytes=3-1", "bytes=99999999999999999999-", "bytes=a-b"],
  `bytes=${"0-,".repeat(500)}0-1`,
);
const header = fc.oneof(
  pick("Host: evil.test", "Host: evil.test:99999", "Host: a b", "Host:"),
  pick("X-Forwarded-Host: evil.test", "X-Forwarded-Proto: https,evil.test"),
  pick("X-HTTP-Method-Override: DELETE", "X-Original-URL: /metrics"),
  pick("Expect: 100-continue", "Expect: x", "Upgrade: h2c", "TE: trailers"),
  pick("Connection: Upgrade, HTTP2-Settings", "Connection: keep-alive, Host"),
  pick("Content-Encoding: gzip", "Content-Encoding: x", "Accept: */*;q=x"),
  pick("Content-Type: application/json", "Content-Type: \u00ff", "If-Match: *"),
  pick("Authorization: Bearer x", "Authorization: Convex", "Authorization:"),
  pick(
    "Cookie: a=\u0001",
    "X-A: a\u0000b",
    "X-A: a\r\n folded",
    "X A: b",
    ": b",
  ),
  pick("If-None-Match: *", "If-Modified-Since: x", "Origin: null", "Origin: %"),
  ranges.map((range) => `Range: ${range}`),
);
const length = fc.oneof(
  pick("Content-Length: @all", "Content-Length: @all", "Content-Length: 5"),
  pick("Content-Length: 99999999999", "Transfer-Encoding: chunked"),
);
const body = pick(
  ...["", "{}", "5\r\nhello\r\n0\r\n\r\n", "\u0000\u00ff", "{".repeat(9000)],
  '{"path":"f:url","args":{}}',
);

test("A15: odd methods, targets, heads and bodies are refused or answered", async () => {
  const request = fc.tuple(
    ...[method, path, length, body],
    fc.array(header, { maxLength: 4 }),
  );
  await check(
    request,
    times(200, 5000),
    async ([verb, to, size, sent, more]) => {
      const target = to === "@stored" ? stored : to;
      const sized = size.replace("@all", String(sent.length));
      const head = [`${verb} ${target} HTTP/1.1`, "Host: x", ...more, sized];
      const bytes = `${head.join("\r\n")}\r\nConnection: close\r\n\r\n${sent}`;
      for (const port of [api, site])
        expectHarmless(await exchange(port, bytes, size.endsWith("@all")));
    },
  );
});

test("A15: a range of a stored file returns some of its bytes, all or none", async () => {
  await check(ranges, times(20, 200), async (range) => {
    const answer = await exchange(
      api,
      `GET ${stored} HTTP/1.1\r\nHost: x\r\nRange: ${range}\r\nConnection: close\r\n\r\n`,
    );
    expectHarmless(answer);
    const [status = 0] = statuses(answer);
    const [, got = ""] = answer.split("\r\n\r\n");
    expect([200, 206, 416]).toContain(status);
    expect(CONTENT).toContain(got);
    if (status === 200) expect(got).toBe(CONTENT);
  });
});

/** Heads for which two servers may disagree on where the body ends. */
const ambiguous = fc.oneof(
  fc.tuple(
    pick("Content-Length: @all", "Content-Length: 0", "Content-Length: 5"),
    pick(
      "Transfer-Encoding: chunked",
      "transfer-encoding: Chunked",
      "Transfer-Encoding: identity, chunked",
    ),
  ),
  fc.tuple(
    pick("Content-Length: 0"),
    pick("Content-Length: @all", "Content-Length: 5"),
  ),
  fc.tuple(
    pick(
      ...["Transfer-Encoding: xchunked", "Transfer-Encoding : chunked"],
      ...["Transfer-Encoding: chunked, identity", "Content-Length: +0"],
      ...["Content-Length: 0x0", "Content-Length: 0, 5", "Content-Length: -1"],
      ...["Content-Length : 0", "Transfer-Encoding: \u000bchunked"],
    ),
    pick("X-A: b"),
  ),
);
test("A15: a request with two readings gets one refusal, and nothing after it runs", async () => {
  const one = fc.tuple(
    ambiguous,
    fc.boolean(),
    pick("0\r\n\r\n", "", "5\r\nhello\r\n0\r\n\r\n"),
  );
  await check(one, times(60, 2000), async ([fields, isTurned, start]) => {
    const behind = `${start}GET ${SMUGGLED} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const lines = (isTurned ? fields.toReversed() : [...fields])
      .join("\r\n")
      .replace("@all", String(behind.length));
    const bytes = `POST /api/twilio/status HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n${behind}`;
    const answer = await exchange(site, bytes);
    expectHarmless(answer);
    expect(statuses(answer), answer).toEqual([400]);
    expect(answer).not.toContain("issuer");
  });
});

test("A15: the engine is healthy afterwards, and its log has no error", async () => {
  const { url, stop } = shop.engine();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const { code, output } = await stop();
  expect(code).toBe(0);
  expect(output).not.toMatch(/error/i);
});
