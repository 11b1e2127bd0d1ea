/** One block of call-next commits against a target with its watchers in place. */
import type { FanOutTarget } from "../targets/target.ts";
import { processorMs } from "./processor-time.ts";

export type FanOutBlock = {
  /** Server processor time per write. */
  readonly processorMs: number;
  /** Per write, closed loop. */
  readonly acknowledgeMs: readonly number[];
  readonly lastSeenMs: readonly number[];
};

/**
 * Closed loop: the next write leaves when every watcher has shown the last one, so every commit reaches every watcher.
 * @throws Error when a watcher got more or fewer frames than there were writes: a skipped delivery would make the
 * server look cheap.
 */
export async function fanOutBlock(
  target: FanOutTarget,
  watchers: number,
  writes: number,
): Promise<FanOutBlock> {
  const acknowledgeMs: number[] = [];
  const lastSeenMs: number[] = [];
  const framesBefore = target.frames;
  const processor = () => target.processorMs?.() ?? processorMs(target.pid);
  const before = processor();
  for (let i = 0; i < writes; i++) {
    const times = await target.write();
    acknowledgeMs.push(times.acknowledged - times.sent);
    lastSeenMs.push(times.lastSeen - times.sent);
  }
  const used = processor() - before;
  target.assertSettled();
  const frames = target.frames - framesBefore;
  if (frames !== writes * watchers)
    throw new Error(
      `${target.name}: ${frames} frames for ${writes} writes to ${watchers} watchers.`,
    );
  return { processorMs: used / writes, acknowledgeMs, lastSeenMs };
}
