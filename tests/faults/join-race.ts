/** Joins at the same moment (C2): sent together, judged by their commit order. */
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";

/** One connection per customer, opened before any joins. */
export async function openMany(port: number, count: number) {
  const clients: SyncClient[] = [];
  for (let i = 0; i < count; i++) clients.push(await SyncClient.open(port));
  return clients;
}

/**
 * C2: all join at once, and numbers are `last` + 1, + 2, … in commit order.
 * @throws Error otherwise, or when one is refused: a customer must never see a conflict.
 */
export async function joinInOrder(
  clients: readonly SyncClient[],
  queueId: string,
  last: number,
): Promise<void> {
  const joined = await Promise.all(
    clients.map(async (client) => {
      const answer = await sendJoin(client, queueId, newSecret());
      if (!answer.ok) throw new Error(answer.message);
      const value = answer.value as
        | { ok: true; number: number }
        | { ok: false; code: string };
      if (!value.ok) throw new Error(`Refused: ${value.code}`);
      return { number: value.number, ts: answer.ts ?? 0n };
    }),
  );
  joined.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  const numbers = joined.map(({ number }) => number).join();
  const expected = clients.map((_, index) => last + 1 + index).join();
  if (numbers !== expected) throw new Error(`Got ${numbers}, not ${expected}`);
}
