/** Defines one migration: how documents of one table change their form. */
import {
  v,
  type Infer,
  type ObjectType,
  type PropertyValidators,
} from "convex/values";

export type Fields = Readonly<Record<string, unknown>>;

/** Other documents as stored, in any form, read-only. */
export type Lookup = {
  get: (table: string, id: string) => Promise<Fields | null>;
  /** Those whose leading fields of the index are equal, in its order. */
  all: (table: string, index: string, equal: Fields) => Promise<Fields[]>;
};

type Answer = Fields | undefined;

export type Migration = {
  /** Its file's name. Never changes, because data folders record it as done. */
  readonly name: string;
  readonly table: string;
  readonly batchSize: number;
  /** The changed fields as they may still be stored. A new field is optional; a removed field keeps its form. */
  readonly older: PropertyValidators;
  /** The patch to the newer form; undefined if the document has it already: documents may come again. */
  readonly migrateOne: (
    document: Fields,
    lookup: Lookup,
  ) => Answer | Promise<Answer>;
};

/** The progress of a migration, in the terms of @convex-dev/migrations. */
export const progress = v.object({
  name: v.string(),
  /** Where the next batch begins; null: at the first document. */
  cursor: v.nullable(v.string()),
  isDone: v.boolean(),
  /** Documents visited, changed or not. */
  processed: v.number(),
  startedAt: v.nullable(v.number()),
  finishedAt: v.nullable(v.number()),
  error: v.nullable(v.string()),
});
export type Progress = Infer<typeof progress>;

const BATCH_SIZE = 200;

/** A migration whose `migrateOne` has the older fields' types. */
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
