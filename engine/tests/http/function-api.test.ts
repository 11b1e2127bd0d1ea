import { makeFunctionReference } from "convex/server";
import { describe, expect, test } from "vitest";
import { ToyError, addOne } from "../reactivity/fake-engine.ts";
import { encodeTs } from "../../sync/wire-time.ts";
import { ADMIN_KEY, toyToken } from "../sync/open-sync.ts";
import { openHttp, postJson } from "./open-http.ts";
import { httpClient } from "../sync/clients.ts";

const INT = { $integer: "KgAAAAAAAAA=" };

/** This many nested objects. */
const nested = (levels: number): unknown =>
  levels === 0 ? 1 : { a: nested(levels - 1) };

async function openToy(options?: Parameters<typeof openHttp>[0]) {
  const open = await openHttp(options);
  open.engine
    .define("n:get", "Query", (c, { key = "n" }) => c.get(String(key)))
    .define("n:add", "Mutation", addOne)
    .define("act", "Action", (_, { text }) => String(text).toUpperCase())
    .define("values", "Query", () => ({
      int: INT,
      bytes: { $bytes: "ABCD" },
      nan: { $float: "AAAAAAAA+H8=" },
      minusZero: { $float: "AAAAAAAAAIA=" },
      list: [INT, 1.5, "x", null],
    }))
    .define("boom", "Query", () => {
      throw new ToyError({ kind: "Boom", at: INT });
    })
    .define("me", "Query", (c) => c.identity()?.subject ?? null)
    .define("hidden", "Query", () => "internal", true);
  return open;
}

test("[HT1] ConvexHttpClient: queries, mutates, acts, signs in and sees errors with their data", async () => {
  const { url } = await openToy();
  const client = httpClient(url);
  const query = (path: string, args = {}) =>
    client.query(makeFunctionReference<"query">(path), args);
  const add = makeFunctionReference<"mutation">("n:add");
  expect(await client.mutation(add, {})).toBe(1);
  expect(await query("n:get")).toBe(1);
  const act = makeFunctionReference<"action">("act");
  expect(await client.action(act, { text: "hi" })).toBe("HI");
  expect(((await query("values")) as { int: bigint }).int).toBe(42n);
  await expect(query("boom")).rejects.toMatchObject({
    data: { kind: "Boom", at: 42n },
  });
  client.setAuth(toyToken("ann"));
  expect(await query("me")).toBe("ann");
});

test("[HT2] ConvexHttpClient: answers consistent queries at one timestamp, and a timestamp that cannot be read is refused", async () => {
  const { url, engine } = await openToy();
  const client = httpClient(url);
  const get = makeFunctionReference<"query">("n:get");
  const read = (key: string) => client.consistentQuery(get, { key });
  expect(await read("a")).toBeNull();
  engine.commit({ a: 1, b: 1 });
  expect([await read("a"), await read("b")]).toEqual([null, null]);
  expect(await client.query(get, { key: "a" })).toBe(1);
  // No client has requested these two timestamps.
  for (const ts of [engine.lastTs - 2, engine.lastTs + 1e9])
    expect(
      await postJson(`${url}/api/query_at_ts`, {
        path: "n:get",
        args: { key: "a" },
        ts: encodeTs(ts),
      }),
    ).toEqual({
      status: 503,
      body: {
        code: "OutOfRetention",
        message: "Your request couldn't be completed. Try again later.",
      },
    });
});

describe("formats of requests and answers", () => {
  test("[HT3] values are clean JSON unless the encoded format is requested", async () => {
    const { url } = await openToy();
    const asked = { path: "values", args: {} };
    const ask = async (format?: string): Promise<unknown> => {
      const { body } = await postJson(`${url}/api/query`, {
        ...asked,
        ...(format === undefined ? {} : { format }),
      });
      return (body as { value: unknown }).value;
    };
    const clean = {
      int: "42",
      bytes: "ABCD",
      nan: "NaN",
      minusZero: -0,
      list: ["42", 1.5, "x", null],
    };
    expect(JSON.stringify(await ask())).toBe(JSON.stringify(clean));
    expect(await ask("json")).toEqual(await ask());
    expect(await ask("convex_encoded_json")).toMatchObject({ int: INT });
    expect(
      await postJson(`${url}/api/query`, { ...asked, format: "xml" }),
    ).toEqual({
      status: 400,
      body: {
        code: "BadFormat",
        message: "format param must be one of [`json`]. Got xml",
      },
    });
  });

  test("[HT3] an error of user code is an answer of status 200 in the same format", async () => {
    const { url } = await openToy();
    expect(
      await postJson(`${url}/api/query`, { path: "boom", args: {} }),
    ).toEqual({
      status: 200,
      body: {
        status: "error",
        errorMessage:
          'Uncaught ConvexError: {"kind":"Boom","at":{"$integer":"KgAAAAAAAAA="}}',
        errorData: { kind: "Boom", at: "42" },
      },
    });
  });

  test("[HT4] arguments are an object, a list with one, or JSON text in a GET", async () => {
    const { url, engine } = await openToy();
    engine.commit({ k: 5 });
    const expected = { status: "success", value: 5 };
    for (const args of [{ key: "k" }, [{ key: "k" }]]) {
      const asked = { path: "n:get", args };
      const { body } = await postJson(`${url}/api/query`, asked);
      expect(body).toEqual(expected);
    }
    const byGet = `${url}/api/query?path=n:get&args=${encodeURIComponent('{"key":"k"}')}&format=json`;
    expect(await (await fetch(byGet)).json()).toEqual(expected);
    const args = { key: "k" };
    const byPath = await postJson(`${url}/api/run/n/get`, { args });
    expect(byPath.body).toEqual(expected);
  });

  test("[HT4] several queries are answered together", async () => {
    const { url } = await openToy();
    const { body } = await postJson(`${url}/api/query_batch`, {
      queries: [
        { path: "n:get", args: {} },
        { path: "me", args: {}, format: "convex_encoded_json" },
        { path: "no:where", args: {} },
      ],
    });
    expect(body).toEqual({
      results: [
        { status: "success", value: null },
        { status: "success", value: null },
        {
          status: "error",
          errorMessage: "Could not find public function for 'no:where'.",
        },
      ],
    });
  });

  test("[HT4] a batch may hold as many queries as the caller's socket may watch", async () => {
    const anonymous = { queries: 3, message: 65_536, held: 524_288 };
    const { url } = await openToy({ limits: { anonymous } });
    const ask = async (count: number) => {
      const queries = Array(count).fill({ path: "n:get", args: {} });
      const { status } = await postJson(`${url}/api/query_batch`, { queries });
      return status;
    };
    expect([await ask(3), await ask(4)]).toEqual([200, 400]);
  });

  test("[HT5] malformed bodies are refused with a code and a text", async () => {
    const { url, engine, faults } = await openToy();
    const refusals: unknown[] = [];
    const wrong: [path: string, body: unknown][] = [
      ["/api/query", []],
      ["/api/query", { args: {} }],
      ["/api/query", { path: 5, args: {} }],
      ["/api/query", { path: "n:get" }],
      ["/api/query", { path: "n:get", args: "x" }],
      ["/api/query", { path: "n:get", args: null }],
      ["/api/query", { path: "n:get", args: nested(100) }],
      ["/api/query", { path: "", args: {} }],
      ["/api/query", { path: "n:get", args: {}, componentPath: {} }],
      ["/api/query_at_ts", { path: "n:get", args: {}, ts: "yesterday" }],
      ["/api/query_batch", { queries: "all" }],
      ["/api/run/list", { args: {} }],
    ];
    for (const [path, body] of wrong) {
      const refused = await postJson(`${url}${path}`, body);
      refusals.push([refused.status, (refused.body as { code: string }).code]);
    }
    expect(refusals).toEqual([
      ...Array.from({ length: 11 }, () => [400, "BadJsonBody"]),
      [400, "MissingIdentifier"],
    ]);
    const message = "Invalid request: an object is expected";
    for (const body of [null, 5, [{ path: "n:get", args: {} }]])
      expect(await postJson(`${url}/api/query`, body)).toEqual({
        status: 400,
        body: { code: "BadJsonBody", message },
      });
    for (const bundle of [
      { path: 5, source: "" },
      { path: "a.js", source: 5 },
    ])
      expect(
        await postJson(
          `${url}/api/run_test_function`,
          { bundle, args: {} },
          { Authorization: `Convex ${ADMIN_KEY}` },
        ),
      ).toEqual({
        status: 400,
        body: { code: "BadJsonBody", message: "Invalid request: bundle" },
      });
    const post = async (body: string, type: string): Promise<number> => {
      const response = await fetch(`${url}/api/mutation`, {
        method: "POST",
        headers: { "Content-Type": type },
        body,
      });
      await response.text();
      return response.status;
    };
    expect(await post("{", "application/json")).toBe(400);
    // A form on a foreign page could send this without a preflight.
    expect(await post('{"path":"n:add","args":{}}', "text/plain")).toBe(415);
    expect(engine.values.size).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe("callers", () => {
  /** Asks a new server. */
  const openAsk = async () => {
    const { url } = await openToy();
    return async (path: string, authorization: string, route = "query") => {
      const headers = { Authorization: authorization };
      const { status, body } = await postJson(
        `${url}/api/${route}`,
        { path, args: {} },
        headers,
      );
      const { value, errorMessage, code } = body as Record<string, unknown>;
      return status === 200 ? (value ?? errorMessage) : [status, code];
    };
  };

  test("[HT6] a bearer token makes a user, the admin key an administrator or the named user; others are refused", async () => {
    const ask = await openAsk();
    const bob = Buffer.from('{"subject":"bob"}').toString("base64");
    expect(await ask("me", `Bearer ${toyToken("ann")}`)).toBe("ann");
    expect(await ask("hidden", `Bearer ${toyToken("ann")}`)).toBe(
      "Could not find public function for 'hidden'.",
    );
    expect(await ask("hidden", `Convex ${ADMIN_KEY}`)).toBe("internal");
    expect(await ask("me", `convex ${ADMIN_KEY}:${bob}`)).toBe("bob");
    for (const [authorization, ...refusal] of [
      ["Bearer nonsense", 401, "InvalidAuthHeader"],
      [`Convex ${ADMIN_KEY}x`, 401, "BadAdminKey"],
      ["Convex ", 400, "InvalidHeaderFailure"],
      ["Basic abc", 400, "InvalidHeaderFailure"],
      [`Convex ${ADMIN_KEY}:e30x`, 400, "HeaderParseFailure"],
    ] as const)
      expect(await ask("me", authorization)).toEqual(refusal);
  });

  test("[HT7] only administrators may run any function by name, internal and system ones included", async () => {
    const ask = await openAsk();
    const admin = `Convex ${ADMIN_KEY}`;
    const seen = await ask("n:add", "Bearer x", "function");
    expect(seen).toEqual([401, "InvalidAuthHeader"]);
    const user = `Bearer ${toyToken("ann")}`;
    expect(await ask("n:add", user, "function")).toEqual([403, "BadDeployKey"]);
    expect(await ask("n:add", admin, "function")).toBe(1);
    expect(await ask("hidden", admin, "function")).toBe("internal");
    expect(await ask("_system/cli/env", admin, "function")).toEqual(["A=1"]);
    expect(await ask("_system/cli/env", user)).toBe(
      "Could not find public function for '_system/cli/env'.",
    );
    expect(await ask("no:where", admin, "function")).toBe(
      "Could not find function for 'no:where'. Did you forget to run `npx convex dev`?",
    );
  });

  test("[RE13] a missing system query does not exist for administrators either", async () => {
    const ask = await openAsk();
    expect(await ask("_system/cli/nothing", `Convex ${ADMIN_KEY}`)).toContain(
      "Could not find public function",
    );
  });

  test("[HT7] /api/run runs public functions for everyone and hides the others", async () => {
    const { url, engine } = await openToy();
    const run = async (path: string): Promise<unknown> =>
      (await postJson(`${url}/api/run/${path}`, { args: {} })).body;
    expect(await run("n/add")).toEqual({ status: "success", value: 1 });
    engine.define("in:side", "Query", () => "internal", true);
    expect(await run("in/side")).toEqual({
      status: "error",
      errorMessage:
        "Could not find function for 'in:side'. Did you forget to run `npx convex dev`?",
    });
  });
});
