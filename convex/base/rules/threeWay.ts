/** Bringing together what two windows have changed of one form. */

type Merged<Form> = {
  /** What each has changed; where both have, this one's. */
  readonly merged: Form;
  /** What both have changed, and not to the same. */
  readonly conflicts: (keyof Form & string)[];
};

/**
 * Three-way, field by field.
 * @param base what this window began with
 * @param mine what it has now
 * @param theirs what is stored by now
 */
export function threeWay<Form extends object>(
  base: Form,
  mine: Form,
  theirs: Form,
): Merged<Form> {
  const merged = { ...theirs };
  const conflicts: (keyof Form & string)[] = [];
  for (const field of Object.keys(mine) as (keyof Form & string)[]) {
    if (isSame(mine[field], base[field])) continue;
    const isOurs =
      isSame(theirs[field], base[field]) || isSame(theirs[field], mine[field]);
    if (!isOurs) conflicts.push(field);
    merged[field] = mine[field];
  }
  return { merged, conflicts };
}

/** Whether two values as Convex keeps them are the same, in whatever order their fields are. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
