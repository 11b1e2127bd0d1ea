/** Random mutations, and two ways to run one: in a transaction, or on a plain list of documents. */
import fc from "fast-check";
import type { Order } from "../../storage/storage-types.ts";
import type { Transaction } from "../../transactions/transaction-types.ts";
import type { JsonDocument, JsonValue } from "../../values/json.ts";
import { keyOfDocument } from "../../values/keys.ts";
import { must } from "../../values/user-error.ts";
import { between, type Items, take } from "./test-database.ts";

const KINDS = ["a", "b"];
/** `n` stays below this. */
const HIGHEST = 8;

export type Step =
  | { readonly verb: "read"; readonly read: Range }
  | { readonly verb: "insert"; readonly kind: string }
  | {
      readonly verb: "change";
      readonly read: Range;
      readonly kind: string | null;
    }
  | { readonly verb: "pause"; readonly turns: number }
  | {
      readonly verb: "nest";
      readonly steps: readonly Step[];
      readonly fails: boolean;
    };
type Range = {
  readonly kind: string;
  readonly from: number;
  readonly below: number;
  readonly order: Order;
  readonly limit: number;
};
export type Program = readonly Step[];
const kind = fc.constantFrom(...KINDS);
const range: fc.Arbitrary<Range> = fc.record({
  kind,
  from: fc.nat(HIGHEST / 2),
  below: fc.integer({ min: HIGHEST / 2, max: HIGHEST }),
  order: fc.constantFrom("asc", "desc"),
  limit: fc.constantFrom(1, 2, 100),
});
const read: fc.Arbitrary<Step> = fc.record({
  verb: fc.constant("read"),
  read: range,
});
const pause: fc.Arbitrary<Step> = fc.record({
  verb: fc.constant("pause"),
  turns: fc.nat(4),
});
const plainStep: fc.Arbitrary<Step> = fc.oneof(
  read,
  fc.record({ verb: fc.constant("insert"), kind }),
  // A null kind deletes.
  fc.record({
    verb: fc.constant("change"),
    read: range,
    kind: fc.option(kind),
  }),
  pause,
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: plainStep },
  {
    weight: 1,
    arbitrary: fc.record({
      verb: fc.constant("nest"),
      steps: fc.array(plainStep, { minLength: 1, maxLength: 4 }),
      fails: fc.boolean(),
    }),
  },
);
export const mutationProgram: fc.Arbitrary<Program> = fc.array(step, {
  minLength: 1,
  maxLength: 6,
});
export const programs: fc.Arbitrary<readonly Program[]> = fc.array(
  mutationProgram,
  { minLength: 2, maxLength: 8 },
);
/** Only reads. */
export const queryProgram: fc.Arbitrary<Program> = fc.array(
  fc.oneof({ weight: 3, arbitrary: read }, { weight: 1, arbitrary: pause }),
  { minLength: 1, maxLength: 4 },
);

type Access = {
  readonly read: (range: Range) => readonly JsonDocument[];
  readonly insert: (kind: string, n: number) => void;
  readonly change: (
    document: JsonDocument,
    kind: string | null,
    n: number,
  ) => void;
  /** Waits for this many turns of the event loop, or for a promise that is ready. */
  readonly pause: (turns: number) => Promise<void>;
  readonly nest: (fails: boolean, work: () => Promise<void>) => Promise<void>;
};

/** Runs a program. Its writes follow from what it has read. @returns everything it has read. */
export async function run(program: Program, access: Access) {
  const seen: JsonValue[] = [];
  let sum = 0;
  const look = (at: Range) => {
    const documents = access.read(at);
    seen.push(
      documents.map(({ _id, kind: k, n }) => [_id, k ?? null, n ?? null]),
    );
    for (const { n } of documents) sum = (sum * 3 + Number(n) + 1) % HIGHEST;
    return documents;
  };
  const perform = async (steps: Program): Promise<void> => {
    for (const one of steps) {
      switch (one.verb) {
        case "read":
          look(one.read);
          break;
        case "insert":
          access.insert(one.kind, sum);
          break;
        case "change":
          for (const document of look(one.read))
            access.change(document, one.kind, sum);
          break;
        case "pause":
          await access.pause(one.turns);
          break;
        case "nest":
          await access.nest(one.fails, () => perform(one.steps));
      }
    }
  };
  await perform(program);
  return seen;
}

/** @param inserted gets the documents inserted, in order. */
export const inTransaction = (
  transaction: Transaction,
  { table, byKind }: Pick<Items, "table" | "byKind">,
  inserted: JsonDocument[],
): Access => ({
  read: ({ kind: k, from, below, order, limit }) =>
    take(transaction.scan(byKind, between(k, from, below), order), limit),
  insert: (k, n) => inserted.push(transaction.insert(table, { kind: k, n })),
  change: ({ _id }, k, n) => {
    if (k === null) transaction.remove(table, _id);
    else transaction.put(table, _id, { kind: k, n }, "Update");
  },
  pause: async (turns) => {
    for (let i = 0; i < turns; i++)
      await new Promise((resolve) => setImmediate(resolve));
  },
  nest: async (fails, work) => {
    const savepoint = transaction.savepoint();
    await work();
    if (fails) savepoint.rollback();
    else savepoint.release();
  },
});

/** Runs on a list that it changes; each read goes through all of it. @param inserted source of ids and creation times */
export function onList(
  list: Map<string, JsonDocument>,
  inserted: readonly JsonDocument[],
): Access {
  let next = 0;
  return {
    read: ({ kind: k, from, below, order, limit }) => {
      const found = [...list.values()]
        .filter(
          (one) =>
            one.kind === k && Number(one.n) >= from && Number(one.n) < below,
        )
        .map((one) => [keyOfDocument(["kind", "n"], one), one] as const)
        .sort(([x], [y]) => (x < y ? -1 : 1))
        .map(([, one]) => one);
      return (order === "asc" ? found : found.reverse()).slice(0, limit);
    },
    insert: (k, n) => {
      const { _id, _creationTime } = must(inserted[next++], "an insert");
      list.set(_id, { _id, _creationTime, kind: k, n });
    },
    change: (document, k, n) => {
      if (k === null) list.delete(document._id);
      else list.set(document._id, { ...document, kind: k, n });
    },
    pause: () => Promise.resolve(),
    nest: async (fails, work) => {
      const before = new Map(list);
      await work();
      if (!fails) return;
      list.clear();
      for (const [id, one] of before) list.set(id, one);
    },
  };
}
