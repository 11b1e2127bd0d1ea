/** The validator rules as simply as possible. The compiled validators must agree with it; they share no code. */
import {
  displayLiteral,
  displayObjectValidator,
  displayValidator,
  displayValue,
} from "../../values/display.ts";
import type { JsonValue } from "../../values/json.ts";
import { compareValues } from "../../values/keys.ts";
import { kindOf } from "../../values/kinds.ts";
import type { ValidatorJson } from "../../values/validator-json.ts";

const KINDS = {
  null: "null",
  number: "float64",
  bigint: "int64",
  commitTs: "int64",
  boolean: "boolean",
  string: "string",
  bytes: "bytes",
} as const;

/** Null when the value matches, else the error. `tableOf` gives the table that a text is an id of, if any. */
export function plainCheck(
  validator: ValidatorJson,
  value: JsonValue,
  tableOf: (id: string) => string | undefined,
  path = "",
): string | null {
  const at = path && `Path: ${path}`;
  const known = kindOf(value);
  const within = (part: ValidatorJson, one: JsonValue, step: string) =>
    plainCheck(part, one, tableOf, path + step);
  const no = `Value does not match validator.\n${at}\nValue: ${displayValue(value)}\nValidator: ${displayValidator(validator)}`;
  switch (validator.type) {
    case "any":
      return null;
    case "literal":
      if (compareValues(validator.value, value) === 0) return null;
      return `\`${displayValue(value)}\` does not match literal validator \`v.literal(${displayLiteral(validator.value)})\`.${at}`;
    case "union": {
      const said = validator.value.map((member) => within(member, value, ""));
      if (said.length === 1) return said[0] ?? null;
      return said.includes(null) ? null : no;
    }
    case "id": {
      const table = known.kind === "string" ? tableOf(known.value) : undefined;
      if (table === undefined) return no;
      if (table === validator.tableName) return null;
      const from = table.startsWith("_")
        ? "a system table"
        : `table \`${table}\``;
      return `Found ID "${String(value)}" from ${from}, which does not match the table name in validator \`v.id("${validator.tableName}")\`.${at}`;
    }
    case "array": {
      if (known.kind !== "array") return no;
      const said = known.value.map((item, i) =>
        within(validator.value, item, `[${i}]`),
      );
      return said.find((text) => text !== null) ?? null;
    }
    case "record": {
      if (known.kind !== "object") return no;
      const said = Object.entries(known.value).flatMap(([name, field]) => [
        within(validator.keys, name, ".keys()"),
        within(validator.values.fieldType, field, ".values()"),
      ]);
      return said.find((text) => text !== null) ?? null;
    }
    case "object": {
      if (known.kind !== "object") return no;
      const about = `\n${at}\nObject: ${displayValue(value)}\nValidator: ${displayObjectValidator(validator.value)}`;
      for (const name of Object.keys(validator.value).sort()) {
        const { fieldType, optional } = validator.value[name] ?? {
          fieldType: { type: "any" },
          optional: false,
        };
        const own = Object.hasOwn(known.value, name);
        const text = own
          ? within(fieldType, known.value[name] ?? null, `.${name}`)
          : null;
        if (text !== null) return text;
        if (!own && !optional)
          return `Object is missing the required field \`${name}\`. Consider wrapping the field validator in \`v.optional(...)\` if this is expected.${about}`;
      }
      for (const name of Object.keys(known.value).sort())
        if (!Object.hasOwn(validator.value, name))
          return `Object contains extra field \`${name}\` that is not in the validator.${about}`;
      return null;
    }
    default:
      return known.kind === KINDS[validator.type] ? null : no;
  }
}
