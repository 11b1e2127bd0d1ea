/**
 * A query being read: its source and the operators over it, in the order they were written. Pages are made in page.ts.
 */
import { documentSize } from "../../values/documents.ts";
import type {
  JsonDocument,
  JsonObject,
  JsonValue,
  Key,
} from "../../values/json.ts";
import { UserError } from "../../values/user-error.ts";
import { refuseCommitTs } from "../../values/commit-ts.ts";
import { compileExpression, isTrue, type Evaluate } from "./expression.ts";
import type { Source } from "./source.ts";

/** npm convex checks the same number in query_impl.ts. */
const MAX_OPERATORS = 256;

export type Operator =
  | { readonly kind: "filter"; readonly evaluate: Evaluate }
  | { readonly kind: "limit"; readonly limit: number };

/** @param operators `[{filter: expression} | {limit: n}]` @throws UserError when one is malformed. */
export function compileOperators(
  operators: JsonValue | undefined,
): readonly Operator[] {
  const list = (operators ?? []) as readonly JsonObject[];
  if (list.length > MAX_OPERATORS)
    throw new UserError(
      `Invalid argument \`query\` for \`queryStream\`: Query has too many operators: ${list.length}`,
    );
  return list.map(({ filter, limit }) => {
    if (typeof limit === "number") return { kind: "limit", limit };
    refuseCommitTs(filter ?? null);
    return { kind: "filter", evaluate: compileExpression(filter) };
  });
}

export class QueryStream {
  readonly #source: Source;
  readonly #operators: readonly Operator[];
  /** How many documents each limit let through. */
  readonly #passed: number[];
  /** Keys and bytes of all documents read so far, including filtered ones; null unless requested. */
  readonly read: { readonly keys: Key[]; bytes: number } | null;
  /** True once the source had no more: the query is over, not only its limit. */
  reachedEnd = false;
  #isDone = false;

  constructor(
    source: Source,
    operators: readonly Operator[],
    keepsRead = false,
  ) {
    this.#source = source;
    this.#operators = operators;
    this.#passed = operators.map(() => 0);
    this.read = keepsRead ? { keys: [], bytes: 0 } : null;
  }

  /**
   * The next document, null at the end.
   * @param beforeReading called before each document is read; false stops there.
   */
  next(beforeReading: () => boolean = always): JsonDocument | null {
    while (!this.#isDone && !this.#isExhausted() && beforeReading()) {
      const row = this.#source.next();
      if (row === null) {
        this.close();
        this.reachedEnd = true;
        return null;
      }
      if (this.read !== null) {
        this.read.keys.push(row.key);
        this.read.bytes += documentSize(row.document);
      }
      if (this.#passes(row.document)) return row.document;
    }
    return null;
  }

  close(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#source.close();
  }

  /** A reached limit stops before the source is read. */
  #isExhausted(): boolean {
    return this.#operators.some(
      (operator, i) =>
        operator.kind === "limit" && (this.#passed[i] ?? 0) >= operator.limit,
    );
  }

  #passes(document: JsonDocument): boolean {
    for (const [i, operator] of this.#operators.entries()) {
      if (operator.kind === "limit")
        this.#passed[i] = (this.#passed[i] ?? 0) + 1;
      else if (!isTrue(operator.evaluate, document)) return false;
    }
    return true;
  }
}

function always(): boolean {
  return true;
}
