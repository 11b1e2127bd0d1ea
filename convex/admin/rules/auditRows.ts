/** The order of the audit log, newest first, and the place in it where a page ends. Not the rows: data/auditPages.ts. */

/** Where a row stands: by its time; rows of one moment by their making, then by id. */
export type Place = {
  readonly at: number;
  readonly _creationTime: number;
  readonly _id: string;
};

/** Whether `a` comes behind `b`. */
export function isOlder(a: Place, b: Place): boolean {
  if (a.at !== b.at) return a.at < b.at;
  if (a._creationTime !== b._creationTime) {
    return a._creationTime < b._creationTime;
  }
  return a._id < b._id;
}

/** A cursor behind this row. */
export function cursorAt({ at, _creationTime, _id }: Place): string {
  return [at, _creationTime, _id].join(" ");
}

/** The place that a cursor names; null for what is no cursor of ours. */
export function placeOf(cursor: string): Place | null {
  const [at = "", made = "", _id = "", ...rest] = cursor.split(" ");
  const place = { at: Number(at), _creationTime: Number(made), _id };
  const isPlace =
    Number.isFinite(place.at) && Number.isFinite(place._creationTime);
  return isPlace && _id !== "" && rest.length === 0 ? place : null;
}

/** Several lists as one, each newest first; a row of two of them comes once. */
export async function* merged<Row extends Place>(
  lists: readonly AsyncIterable<Row>[],
): AsyncGenerator<Row> {
  const heads = new Map<AsyncIterator<Row>, Row>();
  const pull = async (list: AsyncIterator<Row>) => {
    const head = await list.next();
    if (head.done === true) heads.delete(list);
    else heads.set(list, head.value);
  };
  for (const list of lists) await pull(list[Symbol.asyncIterator]());
  let last: string | null = null;
  while (heads.size > 0) {
    const [list, row] = [...heads].reduce((first, next) =>
      isOlder(first[1], next[1]) ? next : first,
    );
    if (row._id !== last) yield row;
    last = row._id;
    await pull(list);
  }
}
