/**
 * Evaluates `db.query(…).filter(…)` on documents: comparisons in the order of values across types, arithmetic on
 * numbers of one kind, logic on booleans only. Source: `Expression::eval` in crates/common/src/query.rs of
 * get-convex/convex-backend.
 */
import { convexToJson } from "convex/values";
import { displayValue } from "../../values/display.ts";
import type { JsonDocument, JsonValue } from "../../values/json.ts";
import { compareValues, valueAtPath } from "../../values/keys.ts";
import { kindOf } from "../../values/kinds.ts";
import { UserError } from "../../values/user-error.ts";
import { textOf } from "../syscalls/arguments.ts";

/** Undefined is a missing field, which sorts before every value. */
type MaybeValue = JsonValue | undefined;

/** A compiled expression. @throws UserError when a value is of the wrong type. */
export type Evaluate = (document: JsonDocument) => MaybeValue;

/**
 * Compiles an expression as npm convex serializes it: `{$eq: [a, b]}`, `{$field: path}`, `{$literal: value}`, ….
 * @throws UserError when it is invalid.
 */
export function compileExpression(expression: JsonValue | undefined): Evaluate {
  const [entry, ...others] = Object.entries(
    typeof expression === "object" && expression !== null ? expression : {},
  );
  if (entry === undefined || others.length > 0)
    throw new UserError("Invalid filter expression");
  const [operator, operand] = entry;
  const build = Object.hasOwn(OPERATORS, operator)
    ? OPERATORS[operator]
    : undefined;
  if (build === undefined)
    throw new UserError(`Unknown filter operator ${operator}`);
  return build(operand);
}

/** True or false. @throws UserError when the expression gives no boolean. */
export function isTrue(evaluate: Evaluate, document: JsonDocument): boolean {
  const value = evaluate(document);
  if (typeof value === "boolean") return value;
  throw new UserError(
    `Cannot use value ${shown(value)} (type ${typeName(value)}) as a Boolean`,
  );
}

const OPERATORS: Readonly<Record<string, (operand: JsonValue) => Evaluate>> = {
  $eq: comparison((order) => order === 0),
  $neq: comparison((order) => order !== 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $add: arithmetic(
    "add",
    (a, b) => a + b,
    (a, b) => a + b,
  ),
  $sub: arithmetic(
    "subtract",
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  $mul: arithmetic(
    "multiply",
    (a, b) => a * b,
    (a, b) => a * b,
  ),
  $div: arithmetic(
    "divide",
    (a, b) => a / b,
    (a, b) => a / b,
  ),
  $mod: arithmetic(
    "mod",
    (a, b) => a % b,
    (a, b) => a % b,
  ),
  $neg: negation,
  $and: (operand) => {
    const parts = list(operand).map(compileExpression);
    return (document) => parts.every((part) => isTrue(part, document));
  },
  $or: (operand) => {
    const parts = list(operand).map(compileExpression);
    return (document) => parts.some((part) => isTrue(part, document));
  },
  $not: (operand) => {
    const part = compileExpression(operand);
    return (document) => !isTrue(part, document);
  },
  $field: (operand) => {
    const path = textOf(operand);
    return (document) => valueAtPath(document, path);
  },
  $literal: (operand) => {
    const value = undefinedOr(operand);
    return () => value;
  },
};

/** `{$undefined: null}` means undefined in filters, index ranges and patches. */
export function undefinedOr(value: JsonValue): MaybeValue {
  return typeof value === "object" && value !== null && "$undefined" in value
    ? undefined
    : value;
}

function comparison(holds: (order: number) => boolean) {
  return (operand: JsonValue): Evaluate => {
    const [left, right] = pair(operand);
    return (document) => holds(compareValues(left(document), right(document)));
  };
}

const INT64 = 2n ** 63n;

function arithmetic(
  verb: string,
  floats: (a: number, b: number) => number,
  integers: (a: bigint, b: bigint) => bigint,
) {
  return (operand: JsonValue): Evaluate => {
    const [left, right] = pair(operand);
    return (document) => {
      const a = left(document);
      const b = right(document);
      const l = numberOf(a);
      const r = numberOf(b);
      if (typeof l === "number" && typeof r === "number")
        return encoded(floats(l, r));
      if (typeof l === "bigint" && typeof r === "bigint")
        return integerResult(verb, l, r, integers);
      throw new UserError(
        `Cannot ${verb} ${shown(a)} (type ${typeName(a)}) and ${shown(b)} (type ${typeName(b)})`,
      );
    };
  };
}

function integerResult(
  verb: string,
  a: bigint,
  b: bigint,
  compute: (a: bigint, b: bigint) => bigint,
): JsonValue {
  if (b === 0n && (verb === "divide" || verb === "mod"))
    throw new UserError(`Cannot ${verb} ${a} by zero`);
  const result = compute(a, b);
  if (result < -INT64 || result >= INT64)
    throw new UserError(
      `Cannot ${verb} ${a} and ${b}: the result is out of range for Int64`,
    );
  return encoded(result);
}

function negation(operand: JsonValue): Evaluate {
  const part = compileExpression(operand);
  return (document) => {
    const value = part(document);
    const number = numberOf(value);
    if (typeof number === "number") return encoded(-number);
    if (number === undefined)
      throw new UserError(
        `Cannot negate ${shown(value)} (type ${typeName(value)})`,
      );
    if (number === -INT64)
      throw new UserError(
        `Cannot negate ${number}: the result is out of range for Int64`,
      );
    return encoded(-number);
  };
}

function encoded(value: number | bigint): JsonValue {
  return convexToJson(value);
}

function numberOf(value: MaybeValue): number | bigint | undefined {
  if (value === undefined) return undefined;
  const kinded = kindOf(value);
  return kinded.kind === "float64" || kinded.kind === "int64"
    ? kinded.value
    : undefined;
}

function pair(operand: JsonValue): [Evaluate, Evaluate] {
  const [left, right] = list(operand);
  return [compileExpression(left), compileExpression(right)];
}

function list(operand: JsonValue): JsonValue[] {
  if (Array.isArray(operand)) return operand;
  throw new UserError("Invalid filter expression");
}

function shown(value: MaybeValue): string {
  return value === undefined ? "undefined" : displayValue(value);
}

const TYPE_NAMES = {
  null: "Null",
  int64: "Int64",
  float64: "Float64",
  boolean: "Boolean",
  string: "String",
  bytes: "Bytes",
  array: "Array",
  object: "Object",
} as const;

function typeName(value: MaybeValue): string {
  return value === undefined ? "undefined" : TYPE_NAMES[kindOf(value).kind];
}
