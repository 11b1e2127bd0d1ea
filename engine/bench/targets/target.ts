/** One server under test and its crowd of watchers, whatever it speaks. Holds types only. */

/** Times of one write, performance.now(): sent, acknowledged, seen by the last watcher. */
export type WriteTimes = {
  readonly sent: number;
  readonly acknowledged: number;
  readonly lastSeen: number;
};

export interface FanOutTarget {
  readonly name: string;
  /** Process of the server, all of whose threads are counted. */
  readonly pid: number;
  /** Processor time of the server so far, where it is more than one process. */
  readonly processorMs?: () => number;
  /** Opens a crowd in place of the last one; each member has its first value. */
  watch(count: number): Promise<void>;
  /** One call-next: resolves when it is acknowledged and every watcher shows it. */
  write(): Promise<WriteTimes>;
  /** Frames received by all watchers of the present crowd. */
  readonly frames: number;
  /** Bytes of the newest frame of a watcher. */
  readonly frameBytes: number;
  /** @throws Error unless every watcher shows the last number written. */
  assertSettled(): void;
  close(): Promise<void>;
}
