import { expect, test } from "vitest";
import {
  ANYONE,
  functionsOf,
  messageOf,
  type Failed,
} from "./open-functions.ts";

/** Errors left behind by an action that then waits for ever, so that only they can end it. */
const STRAYS = `
  const boom = () => { throw new Error("left behind"); };
  const strays = {
    rejection: () => void Promise.reject(new Error("left behind")),
    later: () => void (async () => { await new Promise((r) => setTimeout(r, 1)); boom(); })(),
    timer: () => setTimeout(boom, 1),
    interval: () => { const timer = setInterval(() => { clearInterval(timer); boom(); }, 1); },
    listener: () => { const target = new EventTarget(); target.addEventListener("x", boom); target.dispatchEvent(new Event("x")); },
    exit: () => process.exit(3),
    nothing: () => void Promise.reject(null),
    strange: () => void Promise.reject({ get message() { throw 1; } }),
    forged: () => void Promise.reject(Object.assign(new Error("f"), { ConvexErrorSymbol: Symbol.for("f"), [Symbol.for("f")]: true, data: "no JSON" })),
  };
  export const leaves = action({ args: { how: v.string(), goesOn: v.optional(v.boolean()) }, handler: async (ctx, { how, goesOn }) => {
    strays[how]();
    if (!goesOn) return new Promise(() => undefined);
    await new Promise((r) => setTimeout(r, 1));
    await ctx.runMutation(anyApi.notes.add, {});
    return "went on";
  } });`;

/** One thread for all actions. */
const app = functionsOf(
  {
    "schema.ts": `export default defineSchema({ notes: defineTable({}) });`,
    "notes.ts": `
    export const add = internalMutation({ args: {}, handler: async (ctx) => { await ctx.db.insert("notes", {}); } });
    export const countInTurn = mutation({ args: {}, handler: async (ctx) => (await ctx.db.query("notes").collect()).length });
    export const count = query({ args: {}, handler: async (ctx) => (await ctx.db.query("notes").collect()).length });`,
    "acts.ts": `${STRAYS}
    let gate = Promise.withResolvers();
    export const waits = action({ args: {}, handler: async (ctx) => { await gate.promise; return ctx.runQuery(anyApi.notes.count, {}); } });
    export const opens = action({ args: {}, handler: async () => { gate.resolve(); gate = Promise.withResolvers(); } });
    let abort;
    export const aborts = action({ args: {}, handler: async () => abort() });
    export const opened = () => gate.promise;
    export const wasAborted = (signal) => { abort = () => signal.aborted; };
    export const answers = action({ args: {}, handler: async () => { void Promise.reject(new Error("and answers")); return 1; } });
    export const handles = action({ args: {}, handler: async () => { const failing = Promise.reject(new Error("handled")); await null; return failing.catch((error) => error.message); } });
    let later;
    export const leavesLater = action({ args: {}, handler: async () => { later = new Promise((resolve) => setTimeout(resolve, 20)); void later.then(() => { throw new Error("too late"); }); } });
    export const afterThat = action({ args: {}, handler: async () => { await later; await new Promise((r) => setTimeout(r, 1)); return "served"; } });`,
    "nodes.ts": `"use node";${STRAYS}`,
    "broken.ts": `
    if (typeof globalThis.Buffer !== "undefined") void Promise.reject(new Error("at import"));
    export const ok = action({ args: {}, handler: async () => "ok" });`,
    "captures.ts": `
    const isWorker = typeof globalThis.Buffer !== "undefined";
    const made = isWorker && new AsyncResource("made"), atImport = isWorker && AsyncLocalStorage.snapshot();
    const atOnce = isWorker && Convex.asyncSyscall("1.0/getUserIdentity", "{}").then(() => "answered", (error) => error.message);
    const who = async (ctx) => (await ctx.auth.getUserIdentity())?.subject ?? null;
    const asked = (run) => { try { return run().catch((error) => error.message); } catch (error) { return error.message; } };
    export const captured = action({ args: {}, handler: async (ctx) => [await who(ctx), await asked(() => made.runInAsyncScope(() => who(ctx))), await asked(() => atImport(() => who(ctx))), await atOnce] });`,
    "http.ts": `
    import { opened, wasAborted } from "./acts";
    const http = httpRouter();
    http.route({ path: "/breaks", method: "GET", handler: httpAction(async (_ctx, request) => {
      wasAborted(request.signal);
      return new Response(new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode("begun")); void opened().then(() => setTimeout(() => { throw new Error("while sending"); }, 1)); } }));
    }) });
    http.route({ path: "/fails", method: "GET", handler: httpAction(() => { void Promise.reject(new Error("before")); return new Promise(() => undefined); }) });
    export default http;`,
  },
  { limits: { workers: 1 } },
);

/** Runs `act` while another action waits on the same thread, and expects that one to end normally. */
async function besideAnother(act: () => Promise<void>): Promise<void> {
  const waits = app().action("acts:waits");
  await act();
  await app().action("acts:opens");
  expect(await waits).toBe(0);
}

const failure = (name: string, args = {}) =>
  app()
    .action(name, args)
    .then(
      () => null,
      (error: Failed) => error.failure,
    );

test.for([
  ["rejection", "Uncaught Error: left behind"],
  ["later", "Uncaught Error: left behind"],
  ["timer", "Uncaught Error: left behind"],
  ["interval", "Uncaught Error: left behind"],
  ["listener", "Uncaught Error: left behind"],
  ["exit", "Uncaught TypeError: process.exit is not a function"],
  ["nothing", "Uncaught null"],
  ["forged", "Uncaught Error: f"],
] as const)(
  "[FN45] an action fails with an error that it leaves uncaught, and others of its thread continue (%s)",
  ([how, text]) =>
    besideAnother(async () => {
      expect(await messageOf(app().action("acts:leaves", { how }))).toBe(text);
    }),
);

test.for([
  ["rejection", "unhandledRejection: left behind"],
  ["later", "unhandledRejection: left behind"],
  ["timer", "uncaughtException: left behind"],
  ["exit", "process.exit: process.exit() called with exit code 3"],
  ["nothing", "unhandledRejection: unknown error"],
  ["strange", "unhandledRejection: unknown error"],
] as const)(
  '[FN45] a "use node" action fails in the same way, with the node executor\'s texts (%s)',
  ([how, text]) =>
    besideAnother(async () => {
      expect(await messageOf(app().action("nodes:leaves", { how }))).toBe(
        `Uncaught ${text}`,
      );
    }),
);

test("[FN45] frames name the place of an uncaught error", async () => {
  const { message } = (await failure("acts:leaves", { how: "timer" })) ?? {};
  expect(message).toMatch(/\n {4}at .*boom \(.*acts\.ts:\d+:\d+\)/);
});

test("[FN45] code of a failed action that still runs reaches nothing", async () => {
  for (const name of ["acts:leaves", "nodes:leaves"]) {
    const args = { how: "rejection", goesOn: true };
    expect(await messageOf(app().action(name, args))).toContain("left behind");
  }
  // These run longer than the leftovers would need, so calls of the leftovers would have come first.
  await app().action("acts:leavesLater");
  await app().action("acts:afterThat");
  expect(await app().mutation("notes:countInTurn")).toBe(0);
});

test("[FN45] an uncaught error comes before the answer, and a rejection handled in time is no error", async () => {
  expect(await messageOf(app().action("acts:answers"))).toBe(
    "Uncaught Error: and answers",
  );
  expect(await app().action("acts:handles")).toBe("handled");
});

test("[FN45] an error thrown after an action's end affects no other action", async () => {
  await app().action("acts:leavesLater");
  expect(await app().action("acts:afterThat")).toBe("served");
});

test("[FN45] an HTTP action with an uncaught error is a 500 or breaks off, and its signal aborts", async () => {
  const get = (path: string) =>
    app().functions.runHttpAction(
      new Request(`http://site.test${path}`),
      ANYONE,
    );
  const failed = await get("/fails");
  expect(failed.status).toBe(500);
  expect(await failed.text()).toContain("Uncaught Error: before");
  const reader = (await get("/breaks")).body?.getReader();
  await reader?.read();
  await app().action("acts:opens");
  await expect(reader?.read()).rejects.toThrow("while sending");
  expect(await app().action("acts:aborts")).toBe(true);
});

test("[FN45] a promise that a module rejects at import fails the action that needed it", async () => {
  expect(await messageOf(app().action("broken:ok"))).toBe(
    "Uncaught Error: at import",
  );
  expect(await app().action("broken:ok")).toBe("ok");
});

test("[FN45] contexts that modules keep from import cannot call the engine", async () => {
  const refused = "Syscalls are unsupported at import time";
  for (const subject of ["ann", "bob"])
    expect(
      await app().action(
        "captures:captured",
        {},
        {
          kind: "user",
          identity: { tokenIdentifier: `i|${subject}`, subject, issuer: "i" },
          expiresAt: Infinity,
        },
      ),
    ).toEqual([subject, refused, refused, refused]);
});
