/** One exact helper in place of `!`. */

/**
 * Returns the value, or stops with a sentence that says which assumption failed.
 * @throws Error when the value is null or undefined
 */
export function must<T>(value: T | null | undefined, otherwise: string): T {
  if (value === null || value === undefined) throw new Error(otherwise);
  return value;
}
