/** Shared by all targets: the watchers, a number that grows by one per write, and the times of a write. */
import { median } from "../measure/statistics.ts";
import { Watchers, type WatcherProtocol } from "../wire/watchers.ts";
import type { WriteTimes } from "./target.ts";

export class Crowd {
  #watchers: Watchers | null = null;
  #written: number;

  /** `written`: the number that a new watcher is shown at first. */
  constructor(written: number) {
    this.#written = written;
  }

  get frames(): number {
    return this.#watchers?.frames ?? 0;
  }

  get frameBytes(): number {
    return median((this.#watchers?.lastFrames ?? []).map((f) => f.length));
  }

  get lastFrames(): readonly Buffer[] {
    return this.#watchers?.lastFrames ?? [];
  }

  async watch(count: number, protocol: WatcherProtocol): Promise<void> {
    this.#watchers?.close();
    this.#watchers = await Watchers.open(count, protocol);
    this.#watchers.assertAllAt(this.#written);
  }

  /** `send` makes one write and resolves to the time of its acknowledgement. */
  async write(send: () => Promise<number>): Promise<WriteTimes> {
    const seen = this.#watchers?.allSee(++this.#written);
    const sent = performance.now();
    const [acknowledged, lastSeen] = await Promise.all([send(), seen]);
    return { sent, acknowledged, lastSeen: lastSeen ?? acknowledged };
  }

  assertSettled(): void {
    this.#watchers?.assertAllAt(this.#written);
  }

  close(): void {
    this.#watchers?.close();
  }
}
