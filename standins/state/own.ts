/** Looks things up by names that strangers choose. */

/** What is kept under `id`; `__proto__` and its like are not. */
export function own<T>(
  objects: Readonly<Record<string, T>>,
  id: string,
): T | undefined {
  return Object.hasOwn(objects, id) ? objects[id] : undefined;
}
