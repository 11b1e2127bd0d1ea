/**
 * A bounded queue that shares turns equally: first between groups, then between their members, and so on down each item's path.
 * A caller with many items waits behind them. When the queue is full, the largest share loses its newest item.
 */

type Share<T> = {
  /** Number of items here and below. */
  size: number;
  readonly items: T[];
  /** Next turn first. */
  readonly members: Map<string, Share<T>>;
};

export class FairQueue<T> {
  readonly #root: Share<T> = empty();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Adds an item at the end of its share. @returns the displaced item, which may be this one */
  add(path: readonly string[], item: T): T | undefined {
    let share = this.#root;
    share.size += 1;
    for (const name of path) {
      const member = share.members.get(name) ?? empty<T>();
      share.members.set(name, member);
      member.size += 1;
      share = member;
    }
    share.items.push(item);
    return this.#root.size > this.#capacity
      ? dropNewest(this.#root, path)
      : undefined;
  }

  /** Removes an item. @returns false when it is no longer there */
  remove(path: readonly string[], item: T): boolean {
    return remove(this.#root, path, item);
  }

  /** Takes the next item. Skips a share while `mayGo` refuses its first item. */
  next(mayGo: (item: T) => boolean = () => true): T | undefined {
    return takeTurn(this.#root, mayGo);
  }
}

function remove<T>(
  share: Share<T>,
  [name, ...rest]: readonly string[],
  item: T,
): boolean {
  if (name === undefined) {
    const at = share.items.indexOf(item);
    if (at < 0) return false;
    share.items.splice(at, 1);
  } else {
    const member = share.members.get(name);
    if (member === undefined || !remove(member, rest, item)) return false;
    if (member.size === 0) share.members.delete(name);
  }
  share.size -= 1;
  return true;
}

function empty<T>(): Share<T> {
  return { size: 0, items: [], members: new Map() };
}

function takeTurn<T>(
  share: Share<T>,
  mayGo: (item: T) => boolean,
): T | undefined {
  for (const [name, member] of share.members) {
    const item = takeTurn(member, mayGo);
    if (item === undefined) continue;
    share.members.delete(name);
    if (member.size > 0) share.members.set(name, member);
    share.size -= 1;
    return item;
  }
  const [first] = share.items;
  if (first === undefined || !mayGo(first)) return undefined;
  share.size -= 1;
  return share.items.shift();
}

/** @param path of the new item, which loses among equals. */
function dropNewest<T>(
  share: Share<T>,
  [own, ...rest]: readonly string[],
): T | undefined {
  share.size -= 1;
  let greatest = own === undefined ? undefined : share.members.get(own);
  let name = own;
  for (const [other, member] of share.members) {
    const size = greatest?.size ?? 0;
    if (member.size < size || (member.size === size && name === own)) continue;
    [name, greatest] = [other, member];
  }
  if (name === undefined || greatest === undefined) return share.items.pop();
  const item = dropNewest(greatest, name === own ? rest : []);
  if (greatest.size === 0) share.members.delete(name);
  return item;
}
