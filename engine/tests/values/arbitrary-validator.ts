/** Arbitrary validators, and values that match or nearly match one, for property tests. */
import fc from "fast-check";
import type { JsonValue } from "../../values/json.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";
import { anyJson } from "./arbitrary.ts";

const name = fc.constantFrom("a", "b", "c", "Z", "__proto__");
const plain = fc.constantFrom<ValidatorJson>(
  ...(["null", "number", "bigint", "boolean", "string", "bytes"] as const).map(
    (type) => ({ type }),
  ),
  { type: "any" },
);
const literal = fc.oneof(
  fc.constantFrom<JsonValue>("a", "b", "é", "\ud800", 0, 1, true, null),
  anyJson.filter((value) => typeof value !== "object" || value === null),
  fc.constantFrom<JsonValue>(
    { $integer: "AQAAAAAAAAA=" },
    { $float: "AAAAAAAA+H8=" },
  ),
);

/** @param tables names of tables that ids may belong to */
export const anyValidator = (tables: readonly string[]) =>
  fc.letrec<{ validator: ValidatorJson }>((tie) => ({
    validator: fc.oneof(
      { maxDepth: 3 },
      plain,
      literal.map((value) => ({ type: "literal", value }) as const),
      fc
        .constantFrom(...tables)
        .map((tableName) => ({ type: "id", tableName }) as const),
      tie("validator").map((value) => ({ type: "array", value }) as const),
      fc
        .array(tie("validator"), { maxLength: 3 })
        .map((value) => ({ type: "union", value }) as const),
      fc
        .array(literal, { minLength: 2, maxLength: 3 })
        .map((all) => all.map((value) => ({ type: "literal", value }) as const))
        .map((value) => ({ type: "union", value }) as const),
      fc
        .tuple(
          fc.oneof(plain, fc.constant({ type: "id", tableName: "queues" })),
          tie("validator"),
        )
        .map(([keys, fieldType]) => ({
          type: "record" as const,
          keys,
          values: { fieldType },
        })),
      fc
        .dictionary(
          name,
          fc.record({ fieldType: tie("validator"), optional: fc.boolean() }),
          { maxKeys: 3 },
        )
        .map((value) => ({ type: "object", value }) as const),
    ),
  })).validator;

/** Values that mostly match a validator, some with one part that does not. @param ids texts to use as ids */
export const nearlyMatching = (
  validator: ValidatorJson,
  ids: readonly string[],
) =>
  fc.oneof(
    { weight: 8, arbitrary: matching(validator, ids) },
    { weight: 1, arbitrary: anyJson },
  );

function matching(
  validator: ValidatorJson,
  ids: readonly string[],
): fc.Arbitrary<JsonValue> {
  const inside = (part: ValidatorJson) => nearlyMatching(part, ids);
  switch (validator.type) {
    case "null":
      return fc.constant(null);
    case "number":
      return fc.constantFrom(0, 1.5, { $float: "AAAAAAAA8H8=" });
    case "bigint":
    case "commitTs":
      return fc.constant({ $integer: "AQAAAAAAAAA=" });
    case "boolean":
      return fc.boolean();
    case "string":
      return fc.constantFrom("", "a", "é");
    case "bytes":
      return fc.constant({ $bytes: "AQI=" });
    case "any":
      return anyJson;
    case "literal":
      return fc.constant(validator.value);
    case "id":
      return fc.constantFrom(...ids);
    case "array":
      return fc.array(inside(validator.value), { maxLength: 3 });
    case "union":
      return validator.value.length === 0
        ? anyJson
        : fc.oneof(...validator.value.map(inside));
    case "record":
      return fc.dictionary(
        fc.oneof(name, fc.constantFrom(...ids)),
        inside(validator.values.fieldType),
        { maxKeys: 2 },
      );
    case "object": {
      const fields = Object.entries(validator.value).map(([field, one]) =>
        fc
          .tuple(inside(one.fieldType), fc.integer({ min: 0, max: 9 }))
          .map(([value, chance]) => (chance === 0 ? [] : [[field, value]])),
      );
      const extra = fc
        .integer({ min: 0, max: 9 })
        .map((chance) => (chance === 0 ? [["extra", 1]] : []));
      return fc
        .tuple(extra, ...fields)
        .map((all) => Object.fromEntries(all.flat()) as JsonValue);
    }
  }
}
