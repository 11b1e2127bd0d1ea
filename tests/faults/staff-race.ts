/** The scenario of C1: several staff members call next at the same moment. */
import { randomUUID } from "node:crypto";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { press } from "../bench/engine/product.ts";
import { queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

const NOBODY = "nobodyWaiting";
type Called = { readonly number: number; readonly ts: bigint };

/** One race on a freshly reset queue. Returns what is wrong, in words; empty when all is well. */
export async function raceStaff(
  shop: Shop,
  queueId: string,
  staff: readonly SyncClient[],
  tickets: number,
): Promise<string[]> {
  const [first] = staff;
  if (!first) throw new Error("No staff.");
  await press(first, api.desk.actions.reset, { queueId });
  for (let i = 0; i < tickets; i++)
    await press(first, api.desk.actions.addWalkIn, { queueId });
  const answers = await Promise.all(
    staff.map((client) =>
      client.mutation(nameOf(api.desk.actions.callNext), {
        queueId,
        requestKey: randomUUID(),
      }),
    ),
  );
  const called: Called[] = [];
  const refused: string[] = [];
  for (const answer of answers) {
    if (!answer.ok) return [answer.message];
    const value = answer.value as
      | { ok: true; number: number }
      | { ok: false; code: string };
    if (value.ok) called.push({ number: value.number, ts: answer.ts ?? 0n });
    else refused.push(value.code);
  }
  const expected = Math.min(tickets, staff.length);
  const wrong: string[] = [];
  // In commit order the numbers must be 1, 2, 3, …: oldest first, none twice.
  called.sort((a, b) => (a.ts < b.ts ? -1 : 1));
  const order = called.map(({ number }) => number).join();
  if (order !== Array.from({ length: expected }, (_, i) => i + 1).join())
    wrong.push(`${staff.length} staff, ${tickets} tickets: called ${order}`);
  if (refused.some((code) => code !== NOBODY))
    wrong.push(`refused with ${refused.join(" / ")}`);
  if (called.length + refused.length !== staff.length)
    wrong.push(`${called.length} called and ${refused.length} refused`);
  const line = (await first.once(nameOf(api.line.tickets.line), {
    queueId,
  })) as { currentNumber: number };
  if (line.currentNumber !== expected)
    wrong.push(`current number ${line.currentNumber}, not ${expected}`);
  wrong.push(...violations(await queueState(shop.engine().url, queueId)));
  return wrong;
}
