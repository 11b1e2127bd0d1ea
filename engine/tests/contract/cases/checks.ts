/** Arguments and results are checked. Texts are compared where convex-test has the same text as the backend. */
import { failureOf, isRefused, type Args, type Case } from "../case.ts";

const GOOD: readonly (readonly [string, Args])[] = [
  ["nothing that is optional", {}],
  ["an object", { person: { name: "a", age: 1 } }],
  ["a literal of a union", { kind: "b" }],
  ["an int64", { big: 5n }],
  ["a list", { list: ["a", "b"] }],
  ["a record", { map: { a: 1, "with space": 2 } }],
];

const BAD: readonly (readonly [string, Args])[] = [
  ["an argument too many", { more: 1 }],
  ["a missing field", { person: {} }],
  ["a field too many", { person: { name: "a", more: 1 } }],
  ["a wrong type inside", { person: { name: 1 } }],
  ["a literal that is none of the union", { kind: "c" }],
  ["a float for an int64", { big: 5 }],
  ["a wrong element", { list: [1] }],
  ["null for what is optional", { big: null }],
  ["a text that is no id", { friend: "nonsense" }],
];

export const checks: readonly Case[] = [
  ...GOOD.map(([what, args]): Case => ({
    title: `[FN6] arguments with ${what} are taken`,
    steps: (b) => b.query("checks:takes", args),
    gives: "taken",
  })),
  ...BAD.map(([what, args]): Case => ({
    title: `[FN6] arguments with ${what} are refused`,
    steps: (b) => isRefused(b.query("checks:takes", args)),
    gives: true,
  })),
  {
    title: "[FN6] arguments with a wrong value of a record are refused",
    steps: (b) => isRefused(b.query("checks:takes", { map: { a: "x" } })),
    gives: true,
    differs: {
      why: "convex-test does not look into records",
      convexTest: false,
    },
  },
  {
    title: "[FN6] ids are checked for their table, not for their existence",
    steps: async (b) => {
      const made = async (table: string) =>
        b.mutation("db:insert", { table, value: { name: "x" } });
      const [friend, thing] = [await made("people"), await made("things")];
      await b.mutation("db:remove", { id: friend });
      return [
        await b.query("checks:takes", { friend }),
        await isRefused(b.query("checks:takes", { friend: thing })),
      ];
    },
    gives: ["taken", true],
  },
  {
    title: "[FN7] a result that fits is given, one that does not is refused",
    steps: async (b) => [
      await b.query("checks:gives", { value: { name: "a" } }),
      await isRefused(b.query("checks:gives", { value: { name: 1 } })),
      await isRefused(b.query("checks:gives", { value: null })),
    ],
    gives: [{ name: "a" }, true, true],
  },
  {
    title: "[FN7] a mutation whose result does not fit writes nothing",
    steps: async (b) => [
      await isRefused(b.mutation("checks:writesAndGives")),
      await b.query("calls:list"),
    ],
    gives: [true, []],
    differs: {
      why: "convex-test commits before it looks at the result",
      convexTest: [true, [1]],
    },
  },
  {
    title: "[FN7] no result is null",
    steps: (b) => b.query("checks:nothing"),
    gives: null,
  },
  {
    title: "[FN8] a function that does not exist is refused",
    steps: async (b) => [
      await isRefused(b.query("checks:missing")),
      await isRefused(b.query("missing:takes")),
    ],
    gives: [true, true],
  },
  {
    title: "[FN8] a query is not run as a mutation",
    steps: (b) => isRefused(b.mutation("checks:nothing")),
    gives: true,
  },
  {
    title: "[FN6] the text of a refusal",
    steps: async (b) => {
      const failure = await failureOf(
        b.query("checks:takes", { person: { name: 1 } }),
      );
      return "message" in failure && failure.message;
    },
    gives:
      "ArgumentValidationError: Value does not match validator.\nPath: .person.name\nValue: 1.0\nValidator: v.string()",
    differs: {
      why: "convex-test has texts of its own",
      convexTest: "Validator error: Expected `string`, got `1`",
    },
  },
];
