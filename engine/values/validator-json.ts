/** Validators as npm convex writes them in JSON. */
import type { JsonValue } from "./json.ts";

export type ObjectFields = {
  readonly [name: string]: {
    readonly fieldType: ValidatorJson;
    readonly optional: boolean;
  };
};

/** A validator in JSON. `number` is a float64, `bigint` an int64. */
export type ValidatorJson =
  | { readonly type: "null" }
  | { readonly type: "number" }
  | { readonly type: "bigint" }
  | { readonly type: "commitTs" }
  | { readonly type: "boolean" }
  | { readonly type: "string" }
  | { readonly type: "bytes" }
  | { readonly type: "any" }
  | { readonly type: "literal"; readonly value: JsonValue }
  | { readonly type: "id"; readonly tableName: string }
  | { readonly type: "array"; readonly value: ValidatorJson }
  | {
      readonly type: "record";
      readonly keys: ValidatorJson;
      readonly values: { readonly fieldType: ValidatorJson };
    }
  | { readonly type: "object"; readonly value: ObjectFields }
  | { readonly type: "union"; readonly value: readonly ValidatorJson[] };
