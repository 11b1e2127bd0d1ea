/** Gives out `_creationTime`, strictly increasing within and across transactions. */

/** Milliseconds. Each time is a float later than all before, so that two documents never share one. */
export class CreationClock {
  readonly #now: () => number;
  #last: number;

  /** @param floor milliseconds; not before any creation time of earlier runs. */
  constructor(floor: number, now: () => number) {
    this.#last = floor;
    this.#now = now;
  }

  next(): number {
    this.#last = Math.max(nextFloat(this.#last), this.#now());
    return this.#last;
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** The next float above a positive one. */
function nextFloat(value: number): number {
  bits.setFloat64(0, value);
  bits.setBigInt64(0, bits.getBigInt64(0) + 1n);
  return bits.getFloat64(0);
}
