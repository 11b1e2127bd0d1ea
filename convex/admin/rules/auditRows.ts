/** The order of the audit log, newest first, and cursors for its pages. The rows are in data/auditPages.ts. */

/** A row's position: by time, then by creation, then by id. */
export type Position = {
  readonly at: number;
  readonly _creationTime: number;
  readonly _id: string;
};

/** Whether `a` comes after `b` in this order. */
export function isOlder(a: Position, b: Position): boolean {
  if (a.at !== b.at) return a.at < b.at;
  const between = a._creationTime - b._creationTime;
  return between === 0 ? a._id < b._id : between < 0;
}

/** The cursor after this row. */
export function cursorAt({ at, _creationTime, _id }: Position): string {
  return [at, _creationTime, _id].join(" ");
}

/** The position in a cursor; null for an invalid cursor. */
export function positionIn(cursor: string): Position | null {
  const [at = "", made = "", _id = "", ...rest] = cursor.split(" ");
  const position = { at: Number(at), _creationTime: Number(made), _id };
  const isGood =
    Number.isFinite(position.at) && Number.isFinite(position._creationTime);
  return isGood && _id !== "" && rest.length === 0 ? position : null;
}

/** Merges lists that are each newest first. A row in two lists comes once. */
export async function* merged<Row extends Position>(
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
