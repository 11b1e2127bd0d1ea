/** The races of C5 and C6: queues made at the plan's limit at once, and everything that ends tickets against each other. */
import { randomUUID } from "node:crypto";
import { canMove, isMoveKind } from "../../convex/queue/rules/tickets.ts";
import type { TicketState } from "../../convex/queue/rules/ticketState.ts";
import { newSecret } from "../bench/app/customers.ts";
import { succeed, press } from "../bench/engine/product.ts";
import type { SyncClient } from "../../engine/bench/wire/sync-client.ts";
import { queueState, violations } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

type Made = { ok: boolean; code?: string; queueId?: string };

/** All create a queue at once, and remove it again. Returns what is wrong, in words. */
export async function raceForQueues(
  staff: readonly SyncClient[],
  limit: number,
): Promise<string[]> {
  const [owner] = staff;
  if (!owner) throw new Error("No staff.");
  const queues = async () =>
    (await owner.once(nameOf(api.desk.queues.list), {})) as {
      queueId: string;
    }[];
  const before = (await queues()).length;
  const answers = await Promise.all(
    staff
      .map(() => randomUUID())
      .map((name, i) =>
        succeed<Made>(staff[i] ?? owner, nameOf(api.desk.queues.create), {
          name,
        }),
      ),
  );
  const wrong: string[] = [];
  const expected = Math.min(staff.length, limit - before);
  const made = answers.filter(({ ok }) => ok);
  if (made.length !== expected)
    wrong.push(`${made.length} made where there was room for ${expected}`);
  if ((await queues()).length !== before + made.length)
    wrong.push("the list has others");
  const codes = new Set(answers.flatMap(({ code }) => code ?? []));
  codes.delete("queueLimit");
  if (codes.size > 0) wrong.push(`refused with ${[...codes].join()}`);
  for (const { queueId } of made)
    await succeed(owner, nameOf(api.desk.queues.remove), { queueId });
  return wrong;
}

type Board = Record<"called" | "waiting", readonly { ticketId: string }[]>;
type Mine = { status: string; endReason: string | null } | null;

/** One staff member acts on a person they see. Being too late is no failure. */
async function workOnce(staff: SyncClient, queueId: string, turn: number) {
  const board = (await staff.once(nameOf(api.desk.actions.board), {
    queueId,
  })) as Board;
  const requestKey = randomUUID();
  const called = board.called[turn % board.called.length];
  const waiting = board.waiting[turn % board.waiting.length];
  const [first] = board.waiting;
  const one = (person: { ticketId: string } | undefined, more = {}) =>
    person && { ticketId: person.ticketId, ...more };
  const all: [string, object | undefined][] = [
    [nameOf(api.desk.actions.callNext), { queueId }],
    [nameOf(api.desk.actions.call), one(waiting)],
    [
      nameOf(api.desk.actions.skip),
      first && { queueId, expectedTicketId: first.ticketId },
    ],
    [nameOf(api.desk.actions.noShow), one(called)],
    [nameOf(api.desk.actions.done), one(called)],
    [nameOf(api.desk.actions.remove), one(called)],
    [
      nameOf(api.desk.actions.move),
      one(waiting, { places: -1, reason: "other" }),
    ],
  ];
  const [path, args] = all[turn % all.length] ?? [];
  if (path && args) await succeed(staff, path, { ...args, requestKey });
}

/** Staff act on people while those leave; at the end one resets or deletes the queue. Returns what is wrong, in words. */
export async function raceToTheEnd(
  shop: Shop,
  staff: readonly SyncClient[],
  end: string,
): Promise<string[]> {
  const [owner] = staff;
  if (!owner) throw new Error("No staff.");
  const queueId = await shop.addQueue(`Race ${randomUUID()}`);
  const secrets = Array.from({ length: 6 }, newSecret);
  for (const secret of secrets)
    await succeed(owner, nameOf(api.line.tickets.join), { queueId, secret });
  const walkIn = { queueId };
  for (let i = 0; i < 6; i++)
    await press(owner, api.desk.actions.addWalkIn, { ...walkIn });
  const late = (error: unknown) => {
    if (
      end !== nameOf(api.desk.queues.remove) ||
      !String(error).includes("notFound")
    )
      throw error;
  };
  const working = staff.map(async (client, i) => {
    for (let turn = i; turn < i + 8; turn++)
      await workOnce(client, queueId, turn).catch(late);
  });
  const leaving = secrets
    .slice(0, 3)
    .map((secret) =>
      succeed(owner, nameOf(api.line.tickets.leave), { secret }),
    );
  await Promise.all([...leaving, working[0]]);
  const key =
    end === nameOf(api.desk.actions.reset) ? { requestKey: randomUUID() } : {};
  await succeed(owner, end, { queueId, ...key });
  await Promise.all(working);
  return await brokenAtTheEnd(shop, owner, queueId, secrets);
}

async function brokenAtTheEnd(
  shop: Shop,
  client: SyncClient,
  queueId: string,
  secrets: readonly string[],
): Promise<string[]> {
  const state = await queueState(shop.engine().url, queueId);
  const line = (state as { line: typeof state.line | null }).line;
  const wrong = line === null ? [] : violations(state);
  if (line !== null && line.state.waitingCount + line.state.called.length > 0)
    wrong.push("somebody is left");
  for (const { state: left, number } of state.tickets)
    if (["waiting", "called", "serving"].includes(left.status))
      wrong.push(`#${number} is ${left.status}`);
  for (const { kind, before, number } of state.events)
    if (
      isMoveKind(kind as never) &&
      !canMove(before as TicketState, kind as never)
    )
      wrong.push(`#${number}: ${kind} from ${before?.status}`);
  for (const secret of secrets) {
    const mine = (await client.once(nameOf(api.line.tickets.mine), {
      secret,
    })) as Mine;
    if (!mine?.endReason) wrong.push(`a phone shows ${mine?.status}`);
  }
  return wrong;
}
