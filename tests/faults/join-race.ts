/** Joins at the same moment (C2, C3): sent together, judged by their commit order. */
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import { SyncClient } from "../../engine/bench/wire/sync-client.ts";

/** One connection per customer, opened before any joins. */
export async function openMany(port: number, count: number) {
  const clients: SyncClient[] = [];
  for (let i = 0; i < count; i++) clients.push(await SyncClient.open(port));
  return clients;
}

/** All join at once. @throws Error when an answer is an error: a customer must never see a conflict. */
export async function joinTogether(
  clients: readonly SyncClient[],
  queueId: string,
) {
  const joined: { number: number; ts: bigint }[] = [];
  const refusals: string[] = [];
  await Promise.all(
    clients.map(async (client) => {
      const secret = newSecret();
      const answer = await sendJoin(client, queueId, secret);
      if (!answer.ok) throw new Error(answer.message);
      const value = answer.value as
        | { ok: true; number: number }
        | { ok: false; code: string };
      if (value.ok) joined.push({ number: value.number, ts: answer.ts ?? 0n });
      else refusals.push(value.code);
    }),
  );
  joined.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  return { numbers: joined.map(({ number }) => number), refusals };
}

/** C2: numbers are `last` + 1, + 2, … in commit order. @throws Error otherwise */
export async function joinInOrder(
  clients: readonly SyncClient[],
  queueId: string,
  last: number,
): Promise<void> {
  const { numbers, refusals } = await joinTogether(clients, queueId);
  if (refusals.length > 0) throw new Error(`Refused: ${refusals.join(" / ")}`);
  const expected = clients.map((_, index) => last + 1 + index).join();
  if (numbers.join() !== expected)
    throw new Error(`Got ${numbers.join()}, not ${expected}`);
}
