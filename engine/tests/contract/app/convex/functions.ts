/** The builders with a data model for tables of every name: documents hold values of unknown types. */
import {
  actionGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  mutationGeneric,
  queryGeneric,
  type ActionBuilder,
  type MutationBuilder,
  type QueryBuilder,
} from "convex/server";
import type { GenericId, Value } from "convex/values";

export type Row = {
  _id: GenericId<string>;
  _creationTime: number;
  [field: string]: Value;
};

type Model = Record<
  string,
  {
    document: Row;
    fieldPaths: string;
    indexes: Record<string, string[]>;
    searchIndexes: Record<
      string,
      { searchField: string; filterFields: string }
    >;
    vectorIndexes: Record<string, never>;
  }
>;

export const query = queryGeneric as QueryBuilder<Model, "public">;
export const mutation = mutationGeneric as MutationBuilder<Model, "public">;
export const action = actionGeneric as ActionBuilder<Model, "public">;
export const internalMutation = internalMutationGeneric as MutationBuilder<
  Model,
  "internal"
>;
export const internalAction = internalActionGeneric as ActionBuilder<
  Model,
  "internal"
>;
