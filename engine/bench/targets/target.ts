/** Types of one server under test and its watchers, for any protocol. */
import type { Crowd } from "./crowd.ts";

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
  /** Replaces the watchers with `count` new ones; each has its first value. */
  watch(count: number): Promise<void>;
  /** One call-next. Resolves when it is acknowledged and every watcher shows it. */
  write(): Promise<WriteTimes>;
  /** The current watchers. */
  readonly crowd: Crowd;
  close(): Promise<void>;
}
