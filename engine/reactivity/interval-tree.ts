/**
 * A set of half-open key intervals that finds those containing a key in O(log n + answers). A treap ordered by (lower,
 * upper); each node knows the greatest end in its subtree. Equal intervals share a node.
 */
import type { KeyRange } from "../storage/storage-types.ts";
import type { Key } from "../values/json.ts";

type Node<T> = {
  readonly lower: Key;
  /** Null means no end. */
  readonly upper: Key | null;
  readonly items: Set<T>;
  readonly priority: number;
  left: Node<T> | null;
  right: Node<T> | null;
  /** Greatest `upper` in this subtree; null when one of them has no end. */
  maxUpper: Key | null;
};

export class IntervalTree<T> {
  #root: Node<T> | null = null;
  #seed = 0x9e3779b9;

  get isEmpty(): boolean {
    return this.#root === null;
  }

  add(range: KeyRange, item: T): void {
    const node = find(this.#root, range);
    if (node !== null) {
      node.items.add(item);
      return;
    }
    this.#root = insert(this.#root, {
      lower: range.lower,
      upper: range.upper,
      items: new Set([item]),
      priority: this.#nextPriority(),
      left: null,
      right: null,
      maxUpper: range.upper,
    });
  }

  /** Does nothing when `item` was not added with this range. */
  delete(range: KeyRange, item: T): void {
    const node = find(this.#root, range);
    if (node === null || !node.items.delete(item)) return;
    if (node.items.size === 0) this.#root = remove(this.#root, node);
  }

  /** Calls `visit` for every item of every interval that contains `key`; an item once per interval. */
  stab(key: Key, visit: (item: T) => void): void {
    stab(this.#root, key, visit);
  }

  /** xorshift32: the tree needs random priorities, but tests must be deterministic. */
  #nextPriority(): number {
    let x = this.#seed;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#seed = x;
    return x;
  }
}

function stab<T>(
  node: Node<T> | null,
  key: Key,
  visit: (item: T) => void,
): void {
  // Nothing below ends after the key.
  // Guard untested: without it the same is found, more slowly.
  while (node !== null && (node.maxUpper === null || key < node.maxUpper)) {
    stab(node.left, key, visit);
    if (key < node.lower) return;
    if (node.upper === null || key < node.upper)
      for (const item of node.items) visit(item);
    node = node.right;
  }
}

function find<T>(root: Node<T> | null, range: KeyRange): Node<T> | null {
  let node = root;
  while (node !== null) {
    const order = compare(range, node);
    if (order === 0) return node;
    node = order < 0 ? node.left : node.right;
  }
  return null;
}

function insert<T>(root: Node<T> | null, node: Node<T>): Node<T> {
  if (root === null) return node;
  if (node.priority > root.priority) {
    [node.left, node.right] = split(root, node);
    update(node);
    return node;
  }
  if (compare(node, root) < 0) root.left = insert(root.left, node);
  else root.right = insert(root.right, node);
  update(root);
  return root;
}

function remove<T>(root: Node<T> | null, node: Node<T>): Node<T> | null {
  if (root === null) return null;
  if (root === node) return merge(node.left, node.right);
  if (compare(node, root) < 0) root.left = remove(root.left, node);
  else root.right = remove(root.right, node);
  update(root);
  return root;
}

function split<T>(
  root: Node<T> | null,
  at: KeyRange,
): [Node<T> | null, Node<T> | null] {
  if (root === null) return [null, null];
  if (compare(at, root) < 0) {
    const [left, right] = split(root.left, at);
    root.left = right;
    update(root);
    return [left, root];
  }
  const [left, right] = split(root.right, at);
  root.right = left;
  update(root);
  return [root, right];
}

function merge<T>(left: Node<T> | null, right: Node<T> | null): Node<T> | null {
  if (left === null) return right;
  if (right === null) return left;
  if (left.priority > right.priority) {
    left.right = merge(left.right, right);
    update(left);
    return left;
  }
  right.left = merge(left, right.left);
  update(right);
  return right;
}

function update<T>(node: Node<T>): void {
  let end = node.upper;
  if (node.left !== null) end = later(end, node.left.maxUpper);
  if (node.right !== null) end = later(end, node.right.maxUpper);
  node.maxUpper = end;
}

function later(a: Key | null, b: Key | null): Key | null {
  if (a === null || b === null) return null;
  return a < b ? b : a;
}

/** By lower end, then by upper end; no end comes last. */
function compare(a: KeyRange, b: KeyRange): number {
  if (a.lower !== b.lower) return a.lower < b.lower ? -1 : 1;
  if (a.upper === b.upper) return 0;
  if (a.upper === null) return 1;
  if (b.upper === null) return -1;
  return a.upper < b.upper ? -1 : 1;
}
