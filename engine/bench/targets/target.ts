/** Types of one server under test and its watchers, for any protocol. */

/** Times of one write, by performance.now(): sent, acknowledged, seen by the last watcher. */
export type WriteTimes = {
  readonly sent: number;
  readonly acknowledged: number;
  readonly lastSeen: number;
};

export interface FanOutTarget {
  readonly name: string;
  /** The server's process, with all its threads counted. */
  readonly pid: number;
  /** Processor time of the server so far, when it is more than one process. */
  readonly processorMs?: () => number;
  /** Replaces the watchers with `count` new ones; each has its first value. */
  watch(count: number): Promise<void>;
  /** One call-next. Resolves when it is acknowledged and every watcher shows it. */
  write(): Promise<WriteTimes>;
  /** Frames that all current watchers have received. */
  readonly frames: number;
  /** Bytes of a watcher's newest frame. */
  readonly frameBytes: number;
  /** @throws Error unless every watcher shows the last number written. */
  assertSettled(): void;
  close(): Promise<void>;
}
