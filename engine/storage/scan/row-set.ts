/** A set of row numbers, a bit each, because many are adjacent. */

const BITS = 16;
const BYTES = 1 << (BITS - 3);

export class RowSet {
  readonly #chunks = new Map<number, Uint8Array>();

  add(row: number): void {
    const at = Math.floor(row / (1 << BITS));
    let chunk = this.#chunks.get(at);
    if (!chunk) this.#chunks.set(at, (chunk = new Uint8Array(BYTES)));
    const byte = byteOf(row);
    chunk[byte] = (chunk[byte] ?? 0) | bitOf(row);
  }

  has(row: number): boolean {
    const chunk = this.#chunks.get(Math.floor(row / (1 << BITS)));
    return ((chunk?.[byteOf(row)] ?? 0) & bitOf(row)) !== 0;
  }
}

function byteOf(row: number): number {
  return (row >>> 3) & (BYTES - 1);
}

function bitOf(row: number): number {
  return 1 << (row & 7);
}
