/** What clients are not told in production, and where it goes instead. */
import { describe, expect, test } from "vitest";
import { hiddenFailures } from "../../../engine/functions/hidden-failures.ts";
import { openTestEngine } from "../open-engine.ts";

const SOURCES = {
  "boom.ts": `
import { queryGeneric as query } from "convex/server";
import { ConvexError } from "convex/values";
export const secret = query({ args: {}, handler: async () => { console.log("said to the log"); throw new Error("key sk_1"); } });
export const meant = query({ args: {}, handler: async () => { throw new ConvexError({ kind: "Meant" }); } });
export const quiet = query({ args: {}, handler: async () => { console.log("said to the log"); return 1; } });
`,
  "http.ts": `
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
const http = httpRouter();
http.route({ path: "/throws", method: "GET", handler: httpAction(async () => { throw new Error("key sk_2"); }) });
export default http;
`,
};

// Canary: without showErrors in engine.ts every answer holds its text and trace.
test("[FN36] in production an engine answers with an id alone and writes what it hides to its own output, under that id", async () => {
  const engine = await openTestEngine({ sources: SOURCES, redactErrors: true });
  try {
    const ask = async (path: string) => {
      const response = await fetch(`${engine.url}/api/query`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ path, args: {}, format: "json" }),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    const failed = await ask("boom:secret");
    const [, id] =
      /^\[Request ID: (\w{16})\] Server Error$/.exec(
        String(failed["errorMessage"]),
      ) ?? [];
    expect(id).toBeDefined();
    expect(JSON.stringify(failed)).not.toMatch(/sk_1|boom|said/);
    expect((await ask("boom:meant"))["errorData"]).toEqual({ kind: "Meant" });
    expect(JSON.stringify(await ask("boom:quiet"))).not.toContain("said");
    expect((await ask("boom:missing"))["errorMessage"]).toMatch(
      /^\[Request ID: \w{16}\] Server Error$/,
    );

    const thrown = await fetch(`${engine.siteUrl}/throws`);
    expect(thrown.status).toBe(500);
    const body = (await thrown.json()) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(["code"]);
    const [, httpId] =
      /^\[Request ID: (\w{16})\] Server Error$/.exec(String(body["code"])) ??
      [];

    const log = engine.errors;
    expect(log).toHaveLength(2);
    expect(log[0]).toMatch(
      new RegExp(
        `^\\[Request ID: ${id}\\]: Uncaught Error: key sk_1\\n {4}at .*boom\\.ts:`,
      ),
    );
    expect(log[1]).toMatch(
      new RegExp(`^\\[Request ID: ${httpId}\\]: Uncaught Error: key sk_2\\n`),
    );
  } finally {
    await engine.close();
  }
}, 60_000);

describe("what is hidden", () => {
  const frames = ["    at handler (../convex/a.ts:1:2)"];
  const open = () => {
    const written: string[] = [];
    let time = 0;
    const tell = hiddenFailures(
      (what, text) => written.push(`${what} ${text}`),
      () => time,
    );
    return { written, tell, at: (now: number) => (time = now) };
  };

  test("[FN36] nothing is written of what a function threw on purpose, or of what its caller sent", () => {
    const { written, tell } = open();
    tell("a", { message: "Uncaught ConvexError: {}", frames, data: {} });
    tell("b", {
      message: 'ArgumentValidationError: Value: "Str0ng!pw"',
      frames: [],
    });
    expect(written).toEqual([]);
  });

  test("[FN36] a text with lines and control characters stays one entry", () => {
    const { written, tell } = open();
    const message = "Uncaught Error: x\n2026 [Request ID: b] forged\r\u001b[2J";
    tell("a", { message, frames });
    expect(written).toEqual([
      `[Request ID: a] Uncaught Error: x\n    2026 [Request ID: b] forged??[2J\n${frames[0]}`,
    ]);
  });

  test("[FN36] nobody can fill the disk with it: thirty a minute, four thousand characters each", () => {
    const { written, tell, at } = open();
    const message = "x".repeat(100_000);
    for (let i = 0; i < 100; i += 1) tell("a", { message, frames });
    expect(written).toHaveLength(30);
    expect(written.join("").length).toBeLessThan(30 * 4200);
    at(60_000);
    tell("b", { message: "Uncaught Error: later", frames });
    expect(written.at(-1)).toBe(
      `[Request ID: b] Uncaught Error: later\n${frames[0]}`,
    );
  });
});
