/** Merges the changes that two windows made to one form. */

type Merged<Form> = {
  /** Both windows' changes; this window's where they conflict. */
  readonly merged: Form;
  /** Fields that both changed differently. */
  readonly conflicts: (keyof Form & string)[];
};

/** Merges field by field. `base`: the form as this window opened it; `theirs`: the stored form. */
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

/** Whether two Convex values are equal, regardless of field order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  return Object.keys({ ...one, ...other }).every((name) =>
    isSame(one[name], other[name]),
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
