/** Single documents: written, read, refused. */
import {
  failureOf,
  isRefused,
  type Args,
  type Backend,
  type Case,
} from "../case.ts";

const insert = (b: Backend, value: Record<string, unknown>, table = "things") =>
  b.mutation("db:insert", { table, value: value as never }) as Promise<string>;

async function fieldsOf(b: Backend, id: string) {
  const row = (await b.query("db:get", { id })) as Record<
    string,
    unknown
  > | null;
  if (row === null) return null;
  const { _id, _creationTime, ...fields } = row;
  return fields;
}

export const documents: readonly Case[] = [
  {
    title:
      "[FN1] a document comes back as it was inserted, with its system fields",
    steps: async (b) => {
      const id = await insert(b, { a: 1, b: { c: [true, null, "x"] } });
      const row = (await b.query("db:get", { id })) as Record<string, unknown>;
      return {
        ...row,
        _id: row["_id"] === id,
        _creationTime: typeof row["_creationTime"],
      };
    },
    gives: {
      a: 1,
      b: { c: [true, null, "x"] },
      _id: true,
      _creationTime: "number",
    },
  },
  {
    title: "[FN1] patch changes the fields it names and keeps the others",
    steps: async (b) => {
      const id = await insert(b, { a: 1, b: 2 });
      await b.mutation("db:patch", { id, value: { b: 3, c: 4 } });
      return fieldsOf(b, id);
    },
    gives: { a: 1, b: 3, c: 4 },
  },
  {
    title: "[FN1] patch with undefined removes a field",
    steps: async (b) => {
      const id = await insert(b, { a: 1, b: 2 });
      await b.mutation("db:patch", { id, value: {}, unset: ["b", "never"] });
      return fieldsOf(b, id);
    },
    gives: { a: 1 },
  },
  {
    title: "[FN1] patch does not merge objects inside",
    steps: async (b) => {
      const id = await insert(b, { deep: { x: 1, y: 2 } });
      await b.mutation("db:patch", { id, value: { deep: { x: 3 } } });
      return fieldsOf(b, id);
    },
    gives: { deep: { x: 3 } },
  },
  {
    title: "[FN1] undefined fields are not stored, inside objects either",
    steps: (b) => b.mutation("db:insertUndefined"),
    gives: { fields: ["_creationTime", "_id", "deep", "kept"], deep: ["kept"] },
  },
  {
    title:
      "[FN1] replace leaves nothing of the old fields and keeps the system's",
    steps: async (b) => {
      const id = await insert(b, { a: 1, b: 2 });
      const before = (await b.query("db:get", { id })) as Record<
        string,
        unknown
      >;
      await b.mutation("db:replace", { id, value: { c: 3 } });
      const after = (await b.query("db:get", { id })) as Record<
        string,
        unknown
      >;
      return {
        fields: await fieldsOf(b, id),
        isSame: before["_creationTime"] === after["_creationTime"],
      };
    },
    gives: { fields: { c: 3 }, isSame: true },
  },
  {
    title: "[FN1] a deleted document reads as null",
    steps: async (b) => {
      const id = await insert(b, { a: 1 });
      await b.mutation("db:remove", { id });
      return fieldsOf(b, id);
    },
    gives: null,
  },
  ...(["patch", "replace", "remove"] as const).map((how): Case => ({
    title: `[FN1] ${how} of a deleted document is refused`,
    steps: async (b) => {
      const id = await insert(b, { a: 1 });
      await b.mutation("db:remove", { id });
      const args = how === "remove" ? { id } : { id, value: { a: 2 } };
      return isRefused(b.mutation(`db:${how}`, args as Args));
    },
    gives: true,
  })),
  {
    title: "[FN1] a mutation sees its own writes, through indexes too",
    steps: (b) => b.mutation("db:ownWrites"),
    gives: { ks: [1, 2], isSame: true, gone: true },
  },
  {
    title: "[FN1] creation times rise within a transaction",
    steps: (b) => b.mutation("db:times"),
    gives: true,
  },
  {
    title: "[FN1] tables are read in the order of creation",
    steps: async (b) => {
      await b.mutation("db:insertAll", {
        table: "things",
        values: [{ n: 3 }, { n: 1 }, { n: 2 }],
      });
      await insert(b, { n: 0 });
      return b.query("db:list", { table: "things" });
    },
    gives: [{ n: 3 }, { n: 1 }, { n: 2 }, { n: 0 }],
  },
  {
    title: "[FN2] normalizeId keeps ids of the table and gives null for others",
    steps: async (b) => {
      const id = await insert(b, {});
      const normalize = (table: string, text: string) =>
        b.query("db:normalize", { table, id: text });
      return [
        (await normalize("things", id)) === id,
        await normalize("people", id),
        await normalize("nowhere", id),
        await normalize("things", "nonsense"),
      ];
    },
    gives: [true, null, null, null],
  },
  {
    title: "[FN2] an id that is none is refused",
    steps: (b) => isRefused(b.query("db:get", { id: "nonsense" })),
    gives: true,
    differs: {
      why: "convex-test does not decode ids and finds nothing under it",
      convexTest: false,
    },
  },
  {
    title: "[FN3] documents of system tables cannot be written",
    steps: (b) =>
      isRefused(
        b.mutation("db:insert", { table: "_storage", value: { size: 1 } }),
      ),
    gives: true,
  },
  {
    title: "[FN4] a table that the schema does not name takes any document",
    steps: async (b) => {
      await insert(b, { any: "thing" }, "unschemed");
      return b.query("db:list", { table: "unschemed" });
    },
    gives: [{ any: "thing" }],
  },
  {
    title: "[FN4] a document that fits its schema is taken",
    steps: async (b) => {
      const friend = await insert(b, { name: "Ann" }, "people");
      const id = await insert(
        b,
        {
          name: "Bea",
          age: 3,
          kind: "b",
          friend,
          big: 5n,
          list: [1, 2],
          map: { x: 1 },
          nothing: null,
          flag: false,
        },
        "people",
      );
      return { ...(await fieldsOf(b, id)), friend: "her" };
    },
    gives: {
      name: "Bea",
      age: 3,
      kind: "b",
      friend: "her",
      big: 5n,
      list: [1, 2],
      map: { x: 1 },
      nothing: null,
      flag: false,
    },
  },
  ...(
    [
      ["a missing field", {}],
      ["a field too many", { name: "x", more: 1 }],
      ["a number for a string", { name: 1 }],
      ["a literal that is none of the union", { name: "x", kind: "c" }],
      ["a float for an int64", { name: "x", big: 5 }],
      ["an int64 for a float", { name: "x", age: 5n }],
      ["a wrong element", { name: "x", list: ["1"] }],
      ["a text that is no id", { name: "x", friend: "nonsense" }],
      ["null for a boolean", { name: "x", flag: null }],
    ] as const
  ).map(([what, value]): Case => ({
    title: `[FN4] a document with ${what} does not fit`,
    steps: async (b) => [
      await isRefused(insert(b, value, "people")),
      await b.query("db:list", { table: "people" }),
    ],
    gives: [true, []],
  })),
  {
    title: "[FN4] a document with a wrong value of a record does not fit",
    steps: (b) =>
      isRefused(insert(b, { name: "x", map: { a: "1" } }, "people")),
    gives: true,
    differs: {
      why: "convex-test does not look into records",
      convexTest: false,
    },
  },
  {
    title: "[FN4] an id of another table does not fit",
    steps: async (b) => {
      const friend = await insert(b, {});
      return isRefused(insert(b, { name: "x", friend }, "people"));
    },
    gives: true,
  },
  {
    title: "[FN4] a patch is checked on the whole resulting document",
    steps: async (b) => {
      const id = await insert(b, { name: "x", age: 1 }, "people");
      const patch = (value: Record<string, never>, unset: string[]) =>
        isRefused(b.mutation("db:patch", { id, value, unset }));
      return [
        await patch({ age: "1" as never }, []),
        await patch({}, ["name"]),
        await patch({}, ["age"]),
        await fieldsOf(b, id),
      ];
    },
    gives: [true, true, false, { name: "x" }],
  },
  {
    title: "[FN1] a text for what is not there names the document",
    steps: async (b) => {
      const id = await insert(b, {});
      await b.mutation("db:remove", { id });
      const failure = await failureOf(b.mutation("db:remove", { id }));
      return "message" in failure && failure.message.replace(id, "ID");
    },
    gives: "Delete on nonexistent document ID ID",
    differs: {
      why: "convex-test has a text of its own",
      convexTest: "Delete on non-existent doc",
    },
  },
];
