/** A well-behaved client that keeps asking while others misbehave. */
import { setTimeout as after } from "node:timers/promises";
import { percentile } from "../bench/measure/statistics.ts";
import { SyncClient } from "../bench/wire/sync-client.ts";

const PAUSE_MS = 5;

/** @param ask throws when the answer is wrong; then `end` throws too */
export async function honest(
  port: number,
  ask: (client: SyncClient) => Promise<void>,
) {
  const client = await SyncClient.open(port);
  let times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now();
      await ask(client);
      times.push(performance.now() - start);
      await after(PAUSE_MS);
    }
  })();
  asking.catch(() => undefined);
  return {
    /** The 99th percentile in ms; forgets earlier times. */
    p99: () => {
      const result = percentile(times, 99);
      times = [];
      return result;
    },
    end: async () => {
      isOver = true;
      await asking;
      client.close();
    },
  };
}
