/** Looks up values by names that callers choose. */

/** The value stored under `id`. Inherited names such as `__proto__` give none. */
export function own<T>(
  objects: Readonly<Record<string, T>>,
  id: string,
): T | undefined {
  return Object.hasOwn(objects, id) ? objects[id] : undefined;
}
