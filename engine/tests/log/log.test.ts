import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { functionLog } from "../../log/call-log.ts";
import { createLog, type Level, type LogFormat } from "../../log/log.ts";
import { openTestEngine } from "../open-engine.ts";
import { finishedCall } from "./finished.ts";
import { recordLog } from "./record-log.ts";

function linesOf(format: LogFormat, level: Level = "debug") {
  const lines: string[] = [];
  const put = (line: string) => void lines.push(line);
  return { lines, log: createLog(format, level, put, () => 0) };
}

function lineOf(message: string, format: LogFormat = "text"): string {
  const { lines, log } = linesOf(format);
  log.write({ level: "error", message });
  return lines.join("|");
}

describe("lines", () => {
  const record = {
    level: "error",
    message: "Uncaught Error: boom",
    function: "notes:add",
    requestId: "0123456789abcdef",
    stack: ["at handler (../convex/notes.ts:1:2)"],
  } as const;

  test("[OB5] a record is one line of JSON, or of text with its frames below it", () => {
    const json = linesOf("json");
    json.log.write(record);
    const seen = json.lines.map((line) => JSON.parse(line) as unknown);
    expect(seen).toEqual([{ time: "1970-01-01T00:00:00.000Z", ...record }]);
    const text = linesOf("text");
    text.log.write(record);
    expect(text.lines).toEqual([
      "1970-01-01T00:00:00.000Z error Uncaught Error: boom function=notes:add requestId=0123456789abcdef\n    at handler (../convex/notes.ts:1:2)",
    ]);
  });

  test("[OB5] records below the level are left out", () => {
    const { lines, log } = linesOf("json", "info");
    for (const level of ["debug", "info", "warn", "error"] as const)
      log.write({ level, message: level });
    const levels = lines.map(
      (line) => (JSON.parse(line) as { level: string }).level,
    );
    expect(levels).toEqual(["info", "warn", "error"]);
  });

  test("[OB5] a message with line breaks and control characters stays one record", () => {
    const message = "x\n2026 error forged\r\u001b[2J";
    expect(lineOf(message)).toBe(
      "1970-01-01T00:00:00.000Z error x 2026 error forged??[2J",
    );
    expect(lineOf(message, "json").split("\n")).toHaveLength(1);
  });
});

describe("long messages", () => {
  const HEAD = "1970-01-01T00:00:00.000Z error ";
  const bytes = (text: string) => Buffer.byteLength(text);

  test.each([
    ["a word", "x"],
    ["letters of three bytes", "\u20ac"],
    ["halves of a letter", "\ud83d\ude00"],
    ["line breaks", "\n"],
    ["control characters", "\u001b"],
    ["quotation marks", "'\\"],
    ["words and line breaks", "x\n    at x"],
  ])("[OB8] %s: a message keeps 256 bytes and one line", (_, unit) => {
    const message = unit.repeat(60_000);
    const whole = `auth: ${message}`;
    const text = lineOf(whole).slice(HEAD.length);
    expect(bytes(text)).toBeLessThanOrEqual(256);
    expect(text).not.toMatch(/[\n\ufffd]/);
    const json = JSON.parse(lineOf(whole, "json")) as { message: string };
    expect(bytes(json.message)).toBeLessThanOrEqual(256);
    expect(json.message).not.toMatch(/[\n\ufffd]/);
  });

  test("[OB8] a short message stays whole, and the engine's own texts are not cut so early", () => {
    const message = "x ".repeat(127) + "yz";
    expect(lineOf(message)).toBe(HEAD + message);
    expect(lineOf(`${message}z`)).toBe(`${HEAD}${message.slice(0, -3)}…`);
    const { lines, log } = linesOf("text");
    log.write({ level: "error", message: "x ".repeat(1000), isOwn: true });
    expect(lines[0]).toHaveLength(HEAD.length + 2000);
  });

  test("[OB8] a secret at the cut is masked too", () => {
    const secret = "0123456789abcdefghij".repeat(100);
    const line = lineOf(`cannot open ${"word ".repeat(40)}"Ann ${secret}"`);
    expect(line).not.toMatch(/Ann|0123/);
  });

  test("[OB8] a stack keeps 32 frames of 256 bytes each", () => {
    const { lines, log } = linesOf("text");
    const stack = Array<string>(100).fill(`at ${"x".repeat(60_000)}`);
    log.write({ level: "error", message: "boom", stack });
    const [head, ...frames] = (lines[0] ?? "").split("\n");
    expect(head).toBe(`${HEAD}boom`);
    expect(frames).toHaveLength(32);
    for (const frame of frames)
      expect(bytes(frame.trim())).toBeLessThanOrEqual(256);
  });
});

describe("masked values", () => {
  const phone = fc
    .tuple(
      fc.constantFrom("+", "", "00", "("),
      fc.array(fc.integer({ min: 10, max: 9999 }), {
        minLength: 4,
        maxLength: 5,
      }),
      fc.constantFrom(" ", "-", ".", "", ") ", "/"),
    )
    .map(([start, groups, between]) => start + groups.join(between));
  const secret = fc
    .uint8Array({ minLength: 18, maxLength: 64 })
    .chain((bytes) =>
      fc.constantFrom(
        ...(["hex", "base64", "base64url"] as const).map((encoding) =>
          Buffer.from(bytes).toString(encoding),
        ),
      ),
    )
    .filter((text) => /\d/.test(text) && /[a-z]/.test(text));
  const quoted = fc
    .string({ unit: "grapheme", minLength: 2 })
    .filter((text) => !/^[\s\p{P}\p{S}]*$/u.test(text))
    .chain((text) =>
      fc.constantFrom(
        { text, shown: JSON.stringify(text) },
        { text, shown: `'${text.replace(/[\\'\n]/g, "\\$&")}'` },
      ),
    );

  test("[OB6] no mail address, phone number, secret or quoted value gets into a line", () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        phone,
        secret,
        fc.constantFrom("text", "json"),
        (email, number, key, format) => {
          const line = lineOf(
            `cannot tell ${email} at ${number} (key ${key}), Bearer ${key}: tried`,
            format,
          );
          expect(line).toContain("cannot tell");
          expect(line).toContain("tried");
          expect(line).not.toContain(email);
          expect(line).not.toContain(number);
          expect(line).not.toContain(key.replace(/=+$/, ""));
        },
      ),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(quoted, ({ text, shown }) => {
        expect(lineOf(`Value: ${shown}, wanted a number`)).toBe(
          `1970-01-01T00:00:00.000Z error Value: "…", wanted a number`,
        );
        expect(shown).toContain(text.charAt(0));
      }),
      { numRuns: 1000 },
    );
  });

  test("[OB6] a document that does not fit its schema is logged without its texts", () => {
    const line = lineOf(
      `Uncaught Error: Failed to insert or update a document in table "tickets" because it does not match the schema.\nObject: {name: "Ann Lee", party: 2.0, phone: "+15550100001"}\nValidator: v.object({name: v.string()})`,
    );
    expect(line).toContain("it does not match the schema");
    expect(line).toContain(`{name: "…", party: 2.0, phone: "…"}`);
  });

  test.each([
    "SQLITE_FULL: the disk is full (code 13)",
    "/var/lib/yourturn/production-data-2/engine.db is in use",
    "Function execution timed out (maximum duration: 1s)",
    "the index by_businessId_and_scheduledTime isn't there, and can't be",
    "tickets.js:listOfEverybodyWhoWaits answered 503",
  ])("[OB6] the reason of a failure stays readable: %s", (message) =>
    expect(lineOf(message)).toBe(`1970-01-01T00:00:00.000Z error ${message}`),
  );
});

describe("function logs", () => {
  test("[OB7] console lines have their level, the function's name and masked values", () => {
    const { lines, log } = linesOf("json", "info");
    const tell = functionLog(log, ({ path }) => path);
    tell(
      finishedCall({
        logLines: [
          "[DEBUG] 'no'",
          "[LOG] 'said'",
          "[WARN] 'odd' 3\n4",
          "[ERROR] to ann@example.com",
        ],
      }),
    );
    const facts = { function: "notes:list", requestId: "0123456789abcdef" };
    const time = "1970-01-01T00:00:00.000Z";
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { time, level: "info", message: "'said'", ...facts },
      { time, level: "warn", message: "'odd' 3 4", ...facts },
      { time, level: "error", message: "to …@…", ...facts },
    ]);
  });

  test("[OB8] a function writes five lines a minute for each level, and one that counts the rest", () => {
    vi.useFakeTimers({ now: 0 });
    const { records, log } = recordLog("warn");
    const tell = functionLog(log, ({ path }) => path);
    for (let i = 0; i < 1000; i++) {
      const logLines = [`[WARN] 'odd ${i}'`, "[LOG] 'said'"];
      tell(finishedCall({ logLines }));
    }
    tell(finishedCall({ logLines: ["[ERROR] 'bad'"] }));
    tell(finishedCall({ path: "notes:add", logLines: ["[WARN] 'odd'"] }));
    expect(records).toHaveLength(7);
    vi.advanceTimersByTime(60_000);
    expect(records.slice(7)).toEqual([
      {
        level: "warn",
        message:
          "995 more within a minute of: lines of notes:list at level warn",
      },
    ]);
    vi.useRealTimers();
  });

  test("[OB7] calls are logged at level debug", () => {
    const { records, log } = recordLog("debug");
    functionLog(log, ({ path }) => path)(finishedCall());
    expect(records).toEqual([
      {
        level: "debug",
        message: "call",
        function: "notes:list",
        kind: "Query",
        outcome: "success",
        milliseconds: 1.235,
        requestId: "0123456789abcdef",
      },
    ]);
  });

  test("[OB7] an engine logs the warnings of queries, mutations, actions and HTTP actions", async () => {
    const warn = (word: string) =>
      `console.log("no"); console.warn("${word}");`;
    const engine = await openTestEngine({
      redactErrors: true,
      sources: {
        "warn.ts": `
import { actionGeneric as action, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
export const q = query({ args: {}, handler: async () => { ${warn("q")} } });
export const m = mutation({ args: {}, handler: async () => { ${warn("m")} } });
export const e = query({ handler: async (ctx, { text }) => { console.error("no", text); throw new Error(text); } });
export const a = action({ args: {}, handler: async (ctx) => { ${warn("a")} await ctx.runMutation("warn:m", {}); } });`,
        "http.ts": `
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
const http = httpRouter();
http.route({ path: "/h", method: "GET", handler: httpAction(async () => { ${warn("h")} return new Response(null); }) });
export default http;`,
      },
    });
    await engine.run("warn:q");
    await engine.run("warn:a");
    await fetch(`${engine.siteUrl}/h`);
    expect(
      engine.errors.map((line) => line.replace(/^\S+ | requestId=.*/g, "")),
    ).toEqual([
      "warn 'q' function=warn:q",
      "warn 'm' function=warn:m",
      "warn 'a' function=warn:a",
      "warn 'h' function=GET /h",
    ]);
    // A1: a library logged what the caller named; 37 KB a call, plus its failure.
    const before = engine.errors.length;
    for (let i = 0; i < 20; i++)
      await expect(
        engine.run("warn:e", { text: "x".repeat(60_000) }),
      ).rejects.toThrow("Server Error");
    const written = engine.errors.slice(before);
    expect(written).toHaveLength(10);
    for (const line of written)
      expect(Buffer.byteLength(line)).toBeLessThan(512);
    await engine.close();
  });

  test("[OB5] what packages write to stdout and stderr in actions is in no record", async () => {
    const engine = await openTestEngine({
      mode: "child",
      sources: {
        "writes.ts": `"use node";
import { actionGeneric as action } from "convex/server";
export default action(async () => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write("anna@example.com\\n");
    await new Promise((done) => stream.write("555 123 4567\\n", done));
  }
});`,
      },
    });
    await engine.run("writes");
    await engine.close();
    expect(engine.errors.join("")).toBe("");
  });
});
