/** Functions that call functions, and errors. */
import { failureOf, isRefused, type Case } from "../case.ts";

export const calls: readonly Case[] = [
  {
    title:
      "[FN12] a nested mutation that fails is undone alone when that is caught",
    steps: async (b) => [
      await b.mutation("calls:caught"),
      await b.query("calls:list"),
    ],
    gives: [{ data: { n: 2 }, seen: [1, 3] }, [1, 3]],
  },
  {
    title: "[FN12] when nobody catches it everything is undone",
    steps: async (b) => [
      await failureOf(b.mutation("calls:uncaught")).then(
        (failure) => "data" in failure && failure.data,
      ),
      await b.query("calls:list"),
    ],
    gives: [{ n: 2 }, []],
  },
  {
    title: "[FN12] what succeeded inside what failed is undone with it",
    steps: (b) => b.mutation("calls:levels"),
    gives: [],
  },
  {
    title: "[FN6] arguments of nested calls are checked",
    steps: async (b) => [
      await isRefused(b.mutation("calls:badCall")),
      await b.query("calls:list"),
    ],
    gives: [true, []],
  },
  ...(
    [
      ["a text", "no"],
      ["an object", { code: 7, big: 5n, list: [null, NaN] }],
      ["null", null],
      ["bytes", new Uint8Array([1]).buffer],
    ] as const
  ).map(([what, data]): Case => ({
    title: `[FN14] the data of a ConvexError: ${what}, from a mutation and an action`,
    steps: async (b) => {
      const args = { what: "convex", data } as never;
      const thrown = await failureOf(b.mutation("calls:throws", args));
      const acted = await failureOf(
        b.action("calls:actThrows", { data } as never),
      );
      return [
        "data" in thrown && thrown.data,
        "data" in acted && acted.data,
        await b.query("calls:list"),
      ];
    },
    gives: [data, data, []],
  })),
  {
    title:
      "[FN14] other errors come with their message and without data, and undo what was written",
    steps: async (b) => [
      await failureOf(b.mutation("calls:throws", { what: "error" })),
      await failureOf(b.mutation("calls:throws", { what: "type" })),
      await b.query("calls:list"),
    ],
    gives: [{ message: "boom" }, { message: "wrong type" }, []],
  },
  {
    title: "[FN25] an action's calls are transactions of their own",
    steps: (b) => b.action("calls:acts"),
    gives: { data: { n: 2 }, seen: [1], doubled: 42n },
  },
  {
    title: "[FN25] what an action wrote before it failed stays",
    steps: async (b) => [
      await failureOf(b.action("calls:actWritesAndThrows")),
      await b.query("calls:list"),
    ],
    gives: [{ message: "after writing" }, [1]],
  },
  {
    title: "[FN6][FN25] an action's arguments are checked",
    steps: async (b) => [
      await b.action("calls:double", { n: 2n }),
      await isRefused(b.action("calls:double", { n: 2 })),
    ],
    gives: [4n, true],
  },
];
