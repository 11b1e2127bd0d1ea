/** Callers, files, scheduled functions, HTTP actions. */
import { vi } from "vitest";
import { isRefused, type Backend, type Case, type Person } from "../case.ts";

const ANN: Person = {
  subject: "ann",
  issuer: "https://issuer.test",
  tokenIdentifier: "https://issuer.test|ann",
  name: "Ann",
};

const schedule = (b: Backend, args: Record<string, number | boolean>) =>
  b.mutation("world:schedule", args) as Promise<string>;
const stateOf = (b: Backend, id: string) =>
  b.query("world:state", { id }) as Promise<{ kind: string } | null>;

const over = (b: Backend, id: string) =>
  vi.waitFor(async () => {
    const state = await stateOf(b, id);
    if (state === null || ["pending", "inProgress"].includes(state.kind))
      throw new Error(`not over: ${state?.kind ?? "gone"}`);
    return state;
  });

export const world: readonly Case[] = [
  {
    title: "[FN30] nobody is null, also in actions",
    steps: async (b) => [
      await b.query("world:subject"),
      await b.action("world:subjectInAction"),
    ],
    gives: [null, [null, null]],
  },
  {
    title:
      "[FN30] somebody is known by their claims, also to what an action calls",
    steps: async (b) => [
      await b.as(ANN).query("world:identity"),
      await b.as(ANN).action("world:subjectInAction"),
      await b.query("world:subject"),
    ],
    gives: [
      { name: "Ann", issuer: "https://issuer.test" },
      ["ann", "ann"],
      null,
    ],
  },
  {
    title: "[FI9] an action stores a file and reads it back",
    steps: async (b) => {
      const file = (await b.action("world:store", { text: "hello" })) as {
        id: string;
      };
      return { ...file, id: typeof file.id };
    },
    gives: { id: "string", text: "hello", type: "text/plain" },
  },
  {
    title: "[FI2] a file has a row and a URL until it is deleted",
    steps: async (b) => {
      const { id } = (await b.action("world:store", { text: "hello" })) as {
        id: string;
      };
      const before = [
        ((await b.query("world:fileRow", { id })) as { size: number }).size,
        await b.query("world:hasUrl", { id }),
      ];
      await b.mutation("world:removeFile", { id });
      return [
        before,
        await b.query("world:fileRow", { id }),
        await b.query("world:hasUrl", { id }),
      ];
    },
    gives: [[5, true], null, false],
  },
  {
    title: "[FI10] a deletion that is undone keeps the file",
    steps: async (b) => {
      const { id } = (await b.action("world:store", { text: "x" })) as {
        id: string;
      };
      const fail = { id, fail: true };
      return [
        await isRefused(b.mutation("world:removeFile", fail)),
        await b.query("world:hasUrl", { id }),
      ];
    },
    gives: [true, true],
  },
  {
    title: "[SC7] a scheduled mutation runs",
    steps: async (b) => {
      const id = await schedule(b, { n: 1, ms: 0 });
      return [await over(b, id), await b.query("calls:list")];
    },
    gives: [
      { name: "world.js:job", args: [{ n: 1 }], kind: "success", isOver: true },
      [1],
    ],
    differs: {
      why: "convex-test names functions as clients do and writes no completedTime",
      convexTest: [
        { name: "world:job", args: [{ n: 1 }], kind: "success", isOver: false },
        [1],
      ],
    },
  },
  {
    title: "[SC23] a scheduled action runs",
    steps: async (b) => {
      const id = await schedule(b, { n: 2, ms: 0, action: true });
      return [(await over(b, id)).kind, await b.query("calls:list")];
    },
    gives: ["success", [2]],
  },
  {
    title: "[SC7] runAt runs at its time",
    steps: async (b) => {
      const id = (await b.mutation("world:scheduleAt", {
        n: 3,
        ms: 5,
      })) as string;
      return [(await over(b, id)).kind, await b.query("calls:list")];
    },
    gives: ["success", [3]],
  },
  {
    title: "[SC7] runAt with a time that is past runs at once",
    steps: async (b) => {
      const id = (await b.mutation("world:scheduleAt", {
        n: 3,
        ms: -60_000,
      })) as string;
      return [(await over(b, id)).kind, await b.query("calls:list")];
    },
    gives: ["success", [3]],
  },
  {
    title: "[SC8] a scheduled mutation that fails is failed and undone",
    steps: async (b) => {
      const id = await schedule(b, { n: 4, ms: 0, fail: true });
      return [(await over(b, id)).kind, await b.query("calls:list")];
    },
    gives: ["failed", []],
  },
  {
    title: "[SC12] a canceled function does not run",
    steps: async (b) => {
      const id = await schedule(b, { n: 5, ms: 1000 });
      await b.mutation("world:cancel", { id });
      // A later function. When it has run, the canceled one would have run too.
      const later = await schedule(b, { n: 6, ms: 1050 });
      return [
        (await stateOf(b, id))?.kind,
        (await over(b, later)).kind,
        await b.query("calls:list"),
      ];
    },
    gives: ["canceled", "success", [6]],
  },
  {
    title: "[SC12] canceling what is over changes nothing",
    steps: async (b) => {
      const id = await schedule(b, { n: 7, ms: 0 });
      await over(b, id);
      await b.mutation("world:cancel", { id });
      return (await stateOf(b, id))?.kind;
    },
    gives: "success",
    differs: {
      why: "convex-test marks it as canceled, whatever it was",
      convexTest: "canceled",
    },
  },
  {
    title: "[SC23] what an undone mutation scheduled does not exist",
    steps: async (b) => {
      const before = (await b.query("world:jobs")) as number;
      const failed = await isRefused(
        schedule(b, { n: 8, ms: 0, throws: true }),
      );
      return [failed, ((await b.query("world:jobs")) as number) - before];
    },
    gives: [true, 0],
  },
  {
    title: "[HT8] an HTTP action gets the request and calls functions",
    steps: async (b) => {
      const response = await b.fetch("/echo", {
        method: "POST",
        body: "sent",
        headers: { "x-there": "and back" },
      });
      return [
        response.status,
        await response.text(),
        response.headers.get("x-back"),
      ];
    },
    gives: [201, "sent 0", "and back"],
  },
  {
    title: "[FN28] exact paths come before prefixes; others are not found",
    steps: async (b) => {
      const get = (path: string) => b.fetch(path, { method: "GET" });
      return [
        (await (await get("/under/exact")).json()) as unknown,
        await (await get("/under/a/b?q=1")).text(),
        (await get("/echo")).status,
        (await get("/nowhere")).status,
      ];
    },
    gives: [{ exact: true }, "/under/a/b 1", 404, 404],
  },
  {
    title: "[FN44] streams are piped, teed, decoded and fail within a mutation",
    steps: (b) => b.mutation("world:streams", { numbers: [1, 2, 3] }),
    gives: {
      written: [2, 4, 6],
      first: 2,
      text: "grüße",
      body: "body",
      failed: true,
    },
  },
  {
    title:
      "[FN43] listeners hear what they should, until they are told to stop",
    steps: (b) => b.query("world:events"),
    gives: {
      seen: ["ring", 2, 1, "once", "signal", "ring", 2, 1],
      went: false,
      reason: "enough",
    },
  },
];
