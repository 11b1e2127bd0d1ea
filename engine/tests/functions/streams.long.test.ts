import { expect, test } from "vitest";
import { functionsOf, messageOf } from "./open-functions.ts";

const app = functionsOf(
  {
    "streams.ts": `
    const NAMES = ["ByteLengthQueuingStrategy", "CountQueuingStrategy", "ReadableByteStreamController", "ReadableStream", "ReadableStreamBYOBReader", "ReadableStreamBYOBRequest",
      "ReadableStreamDefaultController", "ReadableStreamDefaultReader", "TextDecoderStream", "TextEncoderStream", "TransformStream", "TransformStreamDefaultController", "WritableStream",
      "WritableStreamDefaultController", "WritableStreamDefaultWriter", "CompressionStream", "MessageChannel", "BroadcastChannel"];
    export const names = query({ args: {}, handler: async () => NAMES.filter((name) => typeof globalThis[name] === "function" && globalThis[name].prototype instanceof Object && globalThis[name].name === name) });
    const all = async (stream) => { const chunks = []; for await (const chunk of stream) chunks.push(chunk); return chunks; };
    const of = (...chunks) => new ReadableStream({ start(c) { for (const chunk of chunks) c.enqueue(chunk); c.close(); } });
    const rejected = (act) => Promise.resolve().then(act).then(() => "nothing", (e) => [e.name, e instanceof Error && Object.getPrototypeOf(e.constructor.prototype) instanceof Object]);
    export const pipes = mutation({ args: {}, handler: async (ctx) => {
      const doubled = new TransformStream({ transform(n, c) { c.enqueue(2 * n); } });
      let written = 0;
      const rows = new WritableStream({ async write(n) { await ctx.db.insert("numbers", { n }); written++; } }, new CountQueuingStrategy({ highWaterMark: 2 }));
      const [left, right] = of(1, 2, 3).pipeThrough(doubled).tee();
      await left.pipeTo(rows);
      return { written, rows: (await ctx.db.query("numbers").collect()).map(({ n }) => n), right: await all(right), from: await all(ReadableStream.from([1, Promise.resolve(2)])) };
    } });
    export const bytes = query({ args: {}, handler: async () => {
      const stream = new ReadableStream({ type: "bytes", start(c) { c.enqueue(new Uint8Array([1, 2, 3])); c.close(); } });
      const reader = stream.getReader({ mode: "byob" });
      const { value } = await reader.read(new Uint8Array(2));
      return [Array.from(value), value instanceof Uint8Array, Array.from((await reader.read(new Uint8Array(2))).value)];
    } });
    export const text = query({ args: {}, handler: async () => {
      const euro = new TextEncoder().encode("grüße €👋");
      const split = await all(of(euro.subarray(0, 3), euro.subarray(3, 9), euro.subarray(9)).pipeThrough(new TextDecoderStream()));
      const halves = await all(of("a\\ud83d", "", "\\udc4b", "\\ud83d").pipeThrough(new TextEncoderStream()));
      const joined = new Uint8Array(await new Blob(halves).arrayBuffer());
      const fatal = await rejected(() => all(of(new Uint8Array([0xff])).pipeThrough(new TextDecoderStream("utf-8", { fatal: true }))));
      const into = new Uint8Array(5);
      return { split: split.join(""), joined: new TextDecoder().decode(joined), own: halves[0] instanceof Uint8Array, fatal, label: new TextDecoder("latin1").encoding,
        unknown: await rejected(() => new TextDecoder("nope")), into: [new TextEncoder().encodeInto("aü👋b", into), Array.from(into)], tag: String(new TextDecoderStream()) };
    } });
    export const bodies = query({ args: {}, handler: async () => {
      const blob = new Blob(["ab", new Uint8Array([99, 100]), new Blob(["e"]), new Uint8Array([102, 103, 104]).subarray(1, 2), 1], { type: "Text/Plain" });
      const chunks = await all(blob.stream());
      const response = new Response(of(new Uint8Array([104]), new Uint8Array([105])), { status: 201, headers: { "X-A": " 1 " } });
      const copy = response.clone();
      const locked = new Response("x"); locked.body.getReader();
      const form = new FormData(); form.append("a", "1"); form.append("f", new Blob(["file"], { type: "text/plain" }), "f\\"é.txt"); form.append("a", "2\\n");
      const back = await new Request("https://x.test/", { method: "post", body: form }).formData(); const file = back.get("f");
      const encoded = await new Response(new URLSearchParams([["q", "ä b"]])).formData();
      const request = new Request("https://x.test/a", { method: "PUT", body: "body" }); const moved = new Request(request), movedText = await moved.text();
      return { size: blob.size, type: blob.type, chunks: chunks.map((chunk) => chunk instanceof Uint8Array), text: await blob.slice(1, -1).text(), tail: await blob.slice(-2).text(),
        response: [response.status, response.ok, response.headers.get("x-a"), await response.text(), await copy.text(), response.bodyUsed],
        twice: [await rejected(() => response.text()), await rejected(() => moved.text())], locked: await rejected(() => locked.text()), cloned: await rejected(() => response.clone()),
        form: [back instanceof FormData, back.getAll("a"), file instanceof File, file.name, file.type, await file.text(), encoded.get("q")], noForm: await rejected(() => new Response("x").formData()),
        moved: [movedText, moved.method, request.bodyUsed], redirect: [Response.redirect("https://y.test/").headers.get("location"), Response.json({ a: 1 }).headers.get("content-type")],
        empty: [await new Response().text(), new Response().body], bigger: (await all(new Blob(["x".repeat(100_000)]).stream())).length };
    } });
    export const wrong = query({ args: {}, handler: async () => {
      const canceled = of(1, 2); await canceled.cancel("why"); const [a, b] = canceled.tee();
      const source = new ReadableStream({ pull() { throw new RangeError("pulled"); } }, { highWaterMark: 0 });
      const controller = new AbortController(); controller.abort();
      return { tee: [await all(a), await all(b)], pull: await rejected(() => all(source)), closed: await rejected(() => source.getReader().closed),
        marks: await Promise.all([NaN, -1, "x"].map((highWaterMark) => rejected(() => new ReadableStream({}, { highWaterMark })))),
        locked: await rejected(() => { const s = of(1); s.getReader(); return all(s); }), aborted: await rejected(() => of(1).pipeTo(new WritableStream(), { signal: controller.signal })),
        chunk: await rejected(() => new Response(of("text")).text()), body: await rejected(() => new Request("https://x.test", { body: "x" })), scheme: await rejected(() => new Request("ftp://x.test")),
        relative: await rejected(() => new Request("/a")), status: await rejected(() => new Response("", { status: 99 })), header: await rejected(() => new Headers([["a b", "c"]])), value: await rejected(() => new Headers({ a: "\\n\\0" })),
        pair: await rejected(() => new URLSearchParams([["a"]])), mutable: await rejected(() => { const u = new URL("https://x.test"); u.href = "nope"; }), base64: await rejected(() => atob("*")), short: await rejected(() => atob("Q=")), forgiven: atob("Qx="), nullStatus: await rejected(() => new Response("", { status: null })) };
    } });
    export const huge = query({ args: {}, handler: async () => { let n = 0; const stream = new ReadableStream({ pull(c) { c.enqueue(n++); if (n === 1000) c.close(); } }, { highWaterMark: Number.MAX_VALUE }); return (await all(stream)).length; } });
    export const endless = query({ args: {}, handler: async () => { for await (const _ of new ReadableStream({ pull(c) { c.enqueue(0); } })); } });
    export const greedy = query({ args: {}, handler: async () => { const buffer = new ArrayBuffer(0); new ReadableStream({ pull(c) { c.enqueue(buffer); } }, { size: () => 0, highWaterMark: 1 }); await new Promise(() => {}); } });
    export const silent = query({ args: {}, handler: async () => { await new ReadableStream({ pull: () => new Promise(() => {}) }).getReader().read(); } });
    export const returned = query({ args: { what: v.string() }, handler: async (_ctx, { what }) => ({ value: { stream: () => of(1), event: () => new Event("x"), blob: () => new Blob([]), signal: () => new AbortController().signal, headers: () => new Headers() }[what]() }) });`,
  },
  { limits: { userTime: 500 } },
);

test("[FN44] the backend's 15 stream classes exist, and CompressionStream does not", async () => {
  const names = (await app().query("streams:names")) as string[];
  expect(names).toHaveLength(15);
  expect(names).not.toContain("CompressionStream");
});

test("[FN44] streams are piped, teed, iterated and written into the database", async () => {
  expect(await app().mutation("streams:pipes")).toEqual({
    written: 3,
    rows: [2, 4, 6],
    right: [2, 4, 6],
    from: [1, 2],
  });
  expect(await app().query("streams:bytes")).toEqual([[1, 2], true, [3]]);
});

test("[FN44] text is encoded and decoded across chunks", async () => {
  expect(await app().query("streams:text")).toEqual({
    split: "grüße €👋",
    joined: "a👋\ufffd",
    own: true,
    fatal: ["TypeError", true],
    label: "windows-1252",
    unknown: ["RangeError", true],
    into: [{ read: 2, written: 3 }, [97, 195, 188, 0, 0]],
    tag: "[object TextDecoderStream]",
  });
});

test("[FN44] Blobs, requests and responses have streams, are read once, and hold forms", async () => {
  const refused = ["TypeError", true];
  expect(await app().query("streams:bodies")).toEqual({
    size: 7,
    type: "text/plain",
    chunks: [true],
    text: "bcdeg",
    tail: "g1",
    response: [201, true, "1", "hi", "hi", true],
    twice: [refused, refused],
    locked: refused,
    cloned: refused,
    form: [true, ["1", "2\r\n"], true, 'f"é.txt', "text/plain", "file", "ä b"],
    noForm: refused,
    moved: ["body", "PUT", true],
    redirect: ["https://y.test/", "application/json"],
    empty: ["", null],
    bigger: 2,
  });
});

test("[FN44] failures reject with an error of the realm", async () => {
  const own = (name: string) => [name, true];
  expect(await app().query("streams:wrong")).toEqual({
    tee: [[], []],
    pull: own("RangeError"),
    closed: own("RangeError"),
    marks: Array(3).fill(own("RangeError")),
    locked: own("TypeError"),
    aborted: own("AbortError"),
    chunk: own("TypeError"),
    body: own("TypeError"),
    scheme: own("TypeError"),
    relative: own("TypeError"),
    status: own("RangeError"),
    header: own("TypeError"),
    value: own("TypeError"),
    pair: own("TypeError"),
    mutable: own("TypeError"),
    base64: own("InvalidCharacterError"),
    short: own("InvalidCharacterError"),
    forgiven: "C",
    nullStatus: own("RangeError"),
  });
  expect(await app().query("streams:huge")).toBe(1000);
});

test("[FN44] a stream that never ends is ended with its query", async () => {
  for (const name of ["endless", "greedy"])
    expect(await messageOf(app().query(`streams:${name}`))).toBe(
      "Function execution timed out (maximum duration: 0.5s)",
    );
  expect(await messageOf(app().query("streams:silent"))).toBe(
    "Returned promise will never resolve",
  );
  expect(await app().query("streams:huge")).toBe(1000);
});

test.for([
  ["event", "Event"],
  ["blob", "Blob"],
  ["signal", "AbortSignal"],
  ["headers", "Headers"],
] as const)("[FN44] returning %s is refused", async ([what, name]) => {
  expect(await messageOf(app().query("streams:returned", { what }))).toMatch(
    new RegExp(`${name}.* is not a supported Convex type`),
  );
});

test("[FN44] returning a stream is refused", async () => {
  // npm convex's error when the streams come from this library.
  const what = "stream";
  expect(await messageOf(app().query("streams:returned", { what }))).toContain(
    "Converting circular structure to JSON\n    --> starting at object with constructor 'ReadableStream'",
  );
});

test("[FN44] none of these calls is a fault of the engine", () =>
  expect(app().faults).toEqual([]));

test("[FN44] streams are loaded when one of their names is first read, and code may take the names", async () => {
  await app().deploy({
    "untouched.ts": `
    let loads = 0; const { reject } = Promise;
    // Loading them reads it.
    Object.defineProperty(Promise, "reject", { get() { loads++; return reject; } });
    export const loads_ = query({ args: {}, handler: async () => {
      const seen = [loads];
      await new Response("x").text(); await new Blob(["y"]).arrayBuffer(); new Request("https://x.test", { method: "POST", body: new FormData() }).clone();
      seen.push(loads);
      seen.push(typeof ReadableStream === "function" && loads); new Blob([]).stream(); seen.push(typeof TransformStream === "function" && loads);
      return seen;
    } });
    export const taken = query({ args: {}, handler: async () => { WritableStream = 5; return [WritableStream, Object.keys(globalThis).includes("TransformStream")]; } });`,
  });
  expect(await app().query("untouched:loads_")).toEqual([0, 0, 1, 1]);
  expect(await app().query("untouched:taken")).toEqual([5, false]);
});
