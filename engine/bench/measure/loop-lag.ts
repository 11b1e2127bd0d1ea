/** Reads how late the event loop of a server's main thread runs. The probe is in servers/lag-probe.ts. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";

export type Lag = {
  /** Milliseconds by which a timer was late, at the 99th percentile. */
  readonly p99: number;
  readonly max: number;
  /** How many times the timer ran. */
  readonly count: number;
};

/** Node arguments that load the probe into a process. `socket` is a path that nothing else uses. */
export function probeArgs(socket: string): readonly string[] {
  const probe = new URL("../servers/lag-probe.ts", import.meta.url);
  probe.searchParams.set("socket", socket);
  return ["--import", probe.href];
}

/** The lag since the last call, or since the process started. @throws Error when nothing listens there. */
export const lagSinceLast = async (socket: string) =>
  JSON.parse(await text(connect(socket))) as Lag;
