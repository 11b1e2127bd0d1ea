/** Rounds of R1 and R13: load, an end at a random moment, restart, and a comparison with every promise so far. */
import { setTimeout as after } from "node:timers/promises";
import { vi } from "vitest";
import { integrityOf } from "../../engine/faults/database-file.ts";
import { noPromises, startLoad, type Promises } from "./load.ts";
import {
  hashOf,
  queueState,
  violations,
  type QueueState,
} from "./queue-state.ts";
import type { EngineProcess } from "../../engine/bench/deployment/process.ts";
import type { Shop } from "./shop.ts";
import { chance } from "../seed.ts";

const WRITERS = 32;
const QUEUES = 3;
/** Rounds after which the load moves to new queues, because one query reads a whole queue and has a read limit. */
const ROUNDS_PER_QUEUE = 10;
/** The round's first acknowledgements: fewer would show little. */
const MIN_FIRST = 20;
/** The end falls at a random moment of this span after those. */
const SHORTEST_MS = 30;
const LONGEST_MS = 350;
/** Promises of one queue that its rows contradict. */
export function broken(promises: Promises, state: QueueState): string[] {
  const byHash = Map.groupBy(state.tickets, ({ secretHash }) => secretHash);
  const events = new Set(state.events.map(({ _id }) => _id));
  const wrong = violations(state);
  for (const [secret, number] of promises.joined) {
    const found = byHash.get(hashOf(secret)) ?? [];
    if (found.length !== 1 || found[0]?.number !== number)
      wrong.push(`ticket ${number} was promised, found ${found.length}`);
    else if (promises.left.has(secret) && found[0].state.status !== "cancelled")
      wrong.push(`ticket ${number} left and is ${found[0].state.status}`);
  }
  for (const eventId of promises.events)
    if (!events.has(eventId)) wrong.push(`event ${eventId} is gone`);
  return wrong;
}

export type RoundOptions = {
  /** Called after each restart with the queues in use. */
  readonly onRestart?: (queues: readonly string[]) => Promise<void>;
  /** Ends the process and returns the errors in how it ended. Default kill -9. */
  readonly end?: (engine: EngineProcess) => Promise<readonly string[]>;
};
async function kill(engine: EngineProcess) {
  await engine.kill();
  return [];
}

/** Runs rounds until `rounds` are over or an error is found. Early promises are checked again at the end. */
export async function killRounds(
  shop: Shop,
  rounds: number,
  { onRestart, end = kill }: RoundOptions = {},
) {
  const past = new Map<string, Promises>();
  let queues = new Map<string, Promises>();
  const wrong: string[] = [];
  const readyMs: number[] = [];
  const count = (which: ReadonlyMap<string, Promises>) =>
    [...which.values()].reduce(
      (sum, { joined, left, events }) =>
        sum + joined.size + left.size + events.size,
      0,
    );
  const check = async (which: ReadonlyMap<string, Promises>) => {
    const { url } = shop.engine();
    for (const [queueId, promises] of which)
      wrong.push(...broken(promises, await queueState(url, queueId)));
  };
  for (let round = 0; round < rounds && wrong.length === 0; round++) {
    if (round % ROUNDS_PER_QUEUE === 0) {
      queues = new Map();
      for (let i = 0; i < QUEUES; i++) {
        const queueId = await shop.addQueue(`Killed ${round} ${i}`);
        queues.set(queueId, noPromises());
      }
    }
    const { port } = shop.engine();
    const before = count(queues);
    const load = await startLoad(port, shop.token, queues, WRITERS);
    // However slow the machine is, the end comes during work.
    await Promise.race([
      vi.waitUntil(() => count(queues) > before + MIN_FIRST, { interval: 5 }),
      load.over,
    ]);
    await after(SHORTEST_MS + chance() * (LONGEST_MS - SHORTEST_MS));
    wrong.push(...(await end(shop.engine())));
    await load.over;
    const integrity = integrityOf(shop.data);
    if (integrity !== "ok") wrong.push(integrity);
    const start = performance.now();
    await shop.restart();
    readyMs.push(performance.now() - start);
    await check(queues);
    await onRestart?.([...queues.keys()]);
    for (const [queueId, promises] of queues) past.set(queueId, promises);
  }
  await check(past);
  return { acknowledged: count(past), wrong, readyMs };
}
