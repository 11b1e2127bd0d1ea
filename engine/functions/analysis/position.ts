/** Positions of functions in the developer's file. */
import type { TransactionRealm } from "../transaction-realm.ts";
import type { SourcePosition } from "./analysis-types.ts";

/**
 * Where a handler is defined, if that is in the module itself.
 * V8 gives the position of a function only to debuggers. Searching the module for the function's text works as well,
 * since the bundler writes each function once.
 */
export function positionIn(
  realm: TransactionRealm,
  module: string,
  handler: unknown,
): SourcePosition | null {
  if (typeof handler !== "function") return null;
  const source = realm.source(module);
  const at = source.indexOf(Function.prototype.toString.call(handler));
  if (at < 0) return null;
  const before = source.slice(0, at).split("\n");
  const line = before.length - 1;
  const column = before.at(-1)?.length ?? 0;
  const found = realm.original(module, line, column);
  return (
    found && { path: module, start_lineno: found.line, start_col: found.column }
  );
}

/** Source order; entries without a position come first. */
export function comparePositions(
  a: { readonly pos: SourcePosition | null },
  b: { readonly pos: SourcePosition | null },
): number {
  if (a.pos === null || b.pos === null)
    return Number(a.pos !== null) - Number(b.pos !== null);
  return (
    a.pos.start_lineno - b.pos.start_lineno || a.pos.start_col - b.pos.start_col
  );
}
