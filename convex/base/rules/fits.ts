/** Whether a stored value fits a validator. Convex itself checks arguments and answers. */
import type { GenericValidator, Value } from "convex/values";

const TYPES = {
  id: "string",
  string: "string",
  float64: "number",
  int64: "bigint",
  commitTs: "bigint",
  boolean: "boolean",
} as const;

/** @param value a stored value; `undefined` stands for an absent field */
export function fits(
  validator: GenericValidator,
  value: Value | undefined,
): boolean {
  if (value === undefined) return validator.isOptional === "optional";
  switch (validator.kind) {
    case "any":
      return true;
    case "null":
      return value === null;
    case "literal":
      return value === validator.value;
    case "bytes":
      return value instanceof ArrayBuffer;
    case "array":
      return (
        Array.isArray(value) &&
        value.every((item) => fits(validator.element, item))
      );
    case "record":
      return (
        isFields(value) &&
        Object.values(value).every((field) => fits(validator.value, field))
      );
    case "object":
      return (
        isFields(value) &&
        Object.keys(value).every((name) => name in validator.fields) &&
        Object.entries(validator.fields).every(([name, field]) =>
          fits(field as GenericValidator, value[name]),
        )
      );
    case "union":
      return validator.members.some((member: GenericValidator) =>
        fits(member, value),
      );
    default:
      return typeof value === TYPES[validator.kind];
  }
}

function isFields(value: Value): value is Record<string, Value> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ArrayBuffer)
  );
}
