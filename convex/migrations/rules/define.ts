/**
 * What one migration is: how documents of one table came to look otherwise.
 * Pure: running them is data/progress.ts, their order is list.ts.
 */
import {
  v,
  type Infer,
  type ObjectType,
  type PropertyValidators,
} from "convex/values";

export type Fields = Readonly<Record<string, unknown>>;

/** Other documents as they are stored, in whatever form: a migration only looks at them. */
export type Lookup = {
  get: (table: string, id: string) => Promise<Fields | null>;
};

type Answer = Fields | undefined;

export type Migration = {
  /** Its file's name, for ever: data folders remember it as done. */
  readonly name: string;
  readonly table: string;
  /** Documents a transaction; fewer for large ones. */
  readonly batchSize: number;
  /** The fields that changed, as they may still be stored. A field that is new is optional, one that went is as it was. */
  readonly older: PropertyValidators;
  /**
   * What to patch so that a document has the newer form; an undefined field is
   * removed. Undefined for one that has it already: each document may come
   * again, and is also seen through this by whoever reads it meanwhile.
   */
  readonly migrateOne: (
    document: Fields,
    lookup: Lookup,
  ) => Answer | Promise<Answer>;
};

/** How far a migration has come, in the words of @convex-dev/migrations. */
export const progress = v.object({
  name: v.string(),
  /** Where the next batch begins; null: at the first document. */
  cursor: v.nullable(v.string()),
  isDone: v.boolean(),
  /** Documents looked at, changed or not. */
  processed: v.number(),
  startedAt: v.nullable(v.number()),
  finishedAt: v.nullable(v.number()),
  /** Why its last batch was not kept. */
  error: v.nullable(v.string()),
});
export type Progress = Infer<typeof progress>;

const BATCH_SIZE = 200;

/** A migration whose `migrateOne` knows the older fields by type. */
export function define<Older extends PropertyValidators>({
  migrateOne,
  ...migration
}: Omit<Migration, "batchSize" | "older" | "migrateOne"> & {
  batchSize?: number;
  older: Older;
  migrateOne: (
    document: ObjectType<Older> & Fields,
    lookup: Lookup,
  ) => Answer | Promise<Answer>;
}): Migration {
  return {
    batchSize: BATCH_SIZE,
    ...migration,
    migrateOne: (document, lookup) =>
      migrateOne(document as ObjectType<Older> & Fields, lookup),
  };
}
