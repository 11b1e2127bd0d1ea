import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hiddenFailures } from "../../log/call-log.ts";
import { openTestEngine } from "../open-engine.ts";
import { finishedCall } from "./finished.ts";
import { recordLog } from "./record-log.ts";

const SOURCES = {
  "boom.ts": `
import { anyApi, internalMutationGeneric as internalMutation, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { ConvexError } from "convex/values";
export const secret = query({ args: {}, handler: async () => { console.log("said to the log"); throw new Error("key sk_1"); } });
export const meant = query({ args: {}, handler: async () => { throw new ConvexError({ kind: "Meant" }); } });
export const fails = internalMutation({ args: {}, handler: async () => { throw new Error("key sk_3"); } });
export const later = mutation({ args: {}, handler: async (ctx) => { await ctx.scheduler.runAfter(0, anyApi.boom.fails, {}); } });
export const quiet = query({ args: {}, handler: async () => { console.log("said to the log"); return 1; } });
`,
  "http.ts": `
import { httpActionGeneric as httpAction, httpRouter } from "convex/server";
const http = httpRouter();
http.route({ path: "/throws", method: "GET", handler: httpAction(async () => { throw new Error("key sk_2"); }) });
export default http;
`,
};

test("[FN36] in production a client gets only an id, and the log has the hidden error under that id", async () => {
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
    expect(JSON.stringify(await ask("boom:quiet"))).not.toContain("said");
    const meant = await ask("boom:meant");
    expect(meant["errorData"]).toEqual({ kind: "Meant" });
    for (const { errorMessage } of [meant, await ask("boom:missing")])
      expect(errorMessage).toMatch(/^\[Request ID: \w{16}\] Server Error$/);

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
        `Z error Uncaught Error: key sk_1 function=boom:secret requestId=${id}\\n {4}at .*boom\\.ts:`,
      ),
    );
    expect(log[1]).toMatch(
      new RegExp(
        `Uncaught Error: key sk_2 function=GET /throws requestId=${httpId}\\n {4}at `,
      ),
    );
  } finally {
    await engine.close();
  }
});

test("[FN36] a scheduled function that fails is logged outside of production", async () => {
  const engine = await openTestEngine({ sources: SOURCES });
  try {
    const started = await fetch(`${engine.url}/api/mutation`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: "boom:later", args: {}, format: "json" }),
    });
    expect(started.status).toBe(200);
    await expect.poll(() => engine.errors).toHaveLength(1);
    expect(engine.errors[0]).toMatch(
      /Z error Uncaught Error: key sk_3 function=boom:fails requestId=\w{16}\n {4}at .*boom\.ts:/,
    );
  } finally {
    await engine.close();
  }
});

describe("hidden failures", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());
  const frames = ["    at handler (../convex/a.ts:1:2)"];
  const open = (isHidden = true) => {
    const { records, log } = recordLog();
    const tell = hiddenFailures(log, ({ path }) => path, isHidden);
    return { records, tell };
  };

  test("[FN36] errors thrown on purpose, mistakes of callers and errors that an action received are not logged", () => {
    const { records, tell } = open();
    const boom = { message: "Uncaught Error: boom", frames };
    const refused = 'ArgumentValidationError: Value: "Str0ng!pw"';
    tell(finishedCall({ thrown: { ...boom, data: {} } }));
    tell(finishedCall({ thrown: { message: refused, frames: [] } }));
    tell(finishedCall({ thrown: boom, isNested: true }));
    tell(finishedCall({ thrown: null }));
    expect(records).toEqual([]);
  });

  test("[FN36] outside of production only errors of scheduled functions are logged", () => {
    const { records, tell } = open(false);
    const thrown = { message: "Uncaught Error: boom", frames };
    tell(finishedCall({ thrown }));
    tell(finishedCall({ thrown, isScheduled: true, isNested: true }));
    expect(records).toEqual([]);
    tell(finishedCall({ thrown, isScheduled: true }));
    expect(records).toMatchObject([{ message: "Uncaught Error: boom" }]);
  });

  test("[OB8] a repeated failure is logged five times a minute, with one record that counts the rest", () => {
    const { records, tell } = open();
    const of = (text: string, at = frames[0] ?? "") =>
      finishedCall({ thrown: { message: text, frames: [at] } });
    for (let i = 0; i < 100; i += 1) tell(of(`Uncaught Error: ${i}`));
    tell(
      of("Uncaught Error: elsewhere", "    at handler (../convex/b.ts:1:2)"),
    );
    expect(records).toHaveLength(6);
    vi.advanceTimersByTime(60_000);
    expect(records.slice(6).map(({ message }) => message)).toEqual([
      "95 more within a minute of: notes:list failed at handler (../convex/a.ts:1:2)",
    ]);
    tell(of("Uncaught Error: later"));
    expect(records.at(-1)).toEqual({
      level: "error",
      message: "Uncaught Error: later",
      function: "notes:list",
      requestId: "0123456789abcdef",
      stack: ["at handler (../convex/a.ts:1:2)"],
    });
  });
});
