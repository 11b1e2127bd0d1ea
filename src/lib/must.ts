/** The value, checked, instead of `!`. @throws Error(otherwise) when it is null or undefined */
export function must<T>(value: T | null | undefined, otherwise: string): T {
  if (value === null || value === undefined) throw new Error(otherwise);
  return value;
}
