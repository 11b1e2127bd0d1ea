/**
 * Vectors in memory with exact nearest-neighbor search by cosine. Documents and commits are in vector-indexes.ts.
 * Numbers are 32-bit floats, as in the backend.
 */
import { setImmediate } from "node:timers/promises";

export type Found = {
  readonly id: string;
  /** Cosine: 1 is the same direction, -1 the opposite one. */
  readonly score: number;
};

/** Multiplications before other work gets a turn: some 2 ms. */
const SLICE = 1 << 21;
const FIRST_ROWS = 64;

export class VectorIndex {
  readonly #dimensions: number;
  /** One row of `#dimensions` numbers per document, of length 1. */
  #vectors: Float32Array;
  readonly #ids: string[] = [];
  readonly #filters: (readonly string[])[] = [];
  readonly #rows = new Map<string, number>();

  constructor(dimensions: number) {
    this.#dimensions = dimensions;
    this.#vectors = new Float32Array(dimensions * FIRST_ROWS);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** @param filters for the `fits` of `nearest`, in an order that the caller chooses */
  set(id: string, vector: readonly number[], filters: readonly string[]): void {
    const row = this.#rows.get(id) ?? this.#ids.length;
    const at = row * this.#dimensions;
    if (at === this.#vectors.length) {
      const larger = new Float32Array(2 * at);
      larger.set(this.#vectors);
      this.#vectors = larger;
    }
    this.#vectors.set(ofLengthOne(vector), at);
    this.#ids[row] = id;
    this.#filters[row] = filters;
    this.#rows.set(id, row);
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    const last = this.#ids.length - 1;
    const moved = this.#ids.pop();
    const filters = this.#filters.pop();
    if (row === last || moved === undefined || filters === undefined) return;
    const width = this.#dimensions;
    this.#vectors.copyWithin(row * width, last * width, (last + 1) * width);
    this.#ids[row] = moved;
    this.#filters[row] = filters;
    this.#rows.set(moved, row);
  }

  /** Best first. Nothing may be set or deleted until it has resolved. */
  async nearest(
    vector: readonly number[],
    limit: number,
    fits: (filters: readonly string[]) => boolean,
  ): Promise<Found[]> {
    const wanted = ofLengthOne(vector);
    const best = new Best(limit);
    let work = 0;
    for (let row = 0; row < this.#ids.length; row++) {
      if (!fits(this.#filters[row] ?? [])) continue;
      const score = this.#score(row, wanted);
      // A vector with NaN or infinity matches nothing: a NaN score cannot be sorted.
      if (!Number.isNaN(score)) best.offer(this.#ids[row] ?? "", score);
      work += this.#dimensions;
      if (work < SLICE) continue;
      work = 0;
      await setImmediate();
    }
    return best.found;
  }

  #score(row: number, wanted: Float32Array): number {
    const vectors = this.#vectors;
    const width = this.#dimensions;
    const at = row * width;
    let sum = 0;
    for (let i = 0; i < width; i++)
      sum += (vectors[at + i] ?? 0) * (wanted[i] ?? 0);
    return Math.fround(sum);
  }
}

/** The best of the offered results; equal scores are ordered by id. */
class Best {
  readonly found: Found[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(id: string, score: number): void {
    const { found } = this;
    const last = found[found.length - 1];
    const isFull = found.length === this.#limit;
    if (isFull && (last === undefined || !isBefore(score, id, last))) return;
    if (isFull) found.pop();
    let at = found.length;
    while (at > 0 && isBefore(score, id, found[at - 1])) at--;
    found.splice(at, 0, { id, score });
  }
}

function isBefore(
  score: number,
  id: string,
  other: Found | undefined,
): boolean {
  // Guard untested: callers pass an existing entry; the check is for the type.
  if (other === undefined) return false;
  return score > other.score || (score === other.score && id < other.id);
}

/** A zero vector stays as it is: its cosine with any other is 0. */
function ofLengthOne(vector: readonly number[]): Float32Array {
  const floats = Float32Array.from(vector);
  let squares = 0;
  for (const value of floats) squares += value * value;
  const length = Math.sqrt(squares);
  if (length > 0)
    for (let i = 0; i < floats.length; i++)
      floats[i] = (floats[i] ?? 0) / length;
  return floats;
}
