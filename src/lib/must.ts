/** A checked replacement for `!`. */

/**
 * Returns the value, or throws with the assumption that failed.
 * @throws Error when the value is null or undefined
 */
export function must<T>(value: T | null | undefined, otherwise: string): T {
  if (value === null || value === undefined) throw new Error(otherwise);
  return value;
}
