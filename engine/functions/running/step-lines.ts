/**
 * Waiting steps in one line per network. Next comes the network that has used the least time since it began to wait, so
 * that expensive functions wait behind each other and not before other networks' cheap ones.
 */

type Line<T> = {
  readonly network: string | null;
  readonly steps: T[];
  /** The time used, in ms, counted from `#now` as it was when the line began. */
  used: number;
};

export class StepLines<T> {
  /** Also of networks without steps, until their turn comes: what they used still counts. */
  readonly #lines = new Map<string | null, Line<T>>();
  /** The least used last. Without the running one. */
  readonly #order: Line<T>[] = [];
  #running: Line<T> | null = null;
  /** What the network of the newest step had used. New networks begin there. */
  #now = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param network null for the engine's own work, which may use as much as all networks together */
  add(network: string | null, step: T): void {
    let line = this.#lines.get(network);
    if (line === undefined) {
      line = { network, steps: [], used: this.#now };
      this.#lines.set(network, line);
      this.#file(line);
    }
    line.steps.push(step);
    this.#size++;
  }

  /** Takes the next step. Call `spent` when it is over. */
  next(): T | undefined {
    for (;;) {
      const line = this.#order.pop();
      if (line === undefined) return undefined;
      this.#now = line.used;
      const step = line.steps.shift();
      if (step === undefined) {
        this.#lines.delete(line.network);
        continue;
      }
      this.#size--;
      this.#running = line;
      return step;
    }
  }

  /** The last step has taken so many ms. */
  spent(ms: number): void {
    const line = this.#running;
    if (line === null) return;
    this.#running = null;
    const isOwn = line.network === null;
    line.used += isOwn ? ms / Math.max(1, this.#order.length) : ms;
    this.#file(line);
    if (this.#size > 0) return;
    this.#lines.clear();
    this.#order.length = 0;
  }

  /** Takes all steps. */
  clear(): T[] {
    const steps = [...this.#lines.values()].flatMap((line) => line.steps);
    this.#lines.clear();
    this.#order.length = 0;
    this.#size = 0;
    return steps;
  }

  /** Behind those that have used as much. */
  #file(line: Line<T>): void {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#order[middle]?.used ?? 0) > line.used) low = middle + 1;
      else high = middle;
    }
    this.#order.splice(low, 0, line);
  }
}
