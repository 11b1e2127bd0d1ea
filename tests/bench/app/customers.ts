/** Customers as the product's functions see them. Loopback is not a public address: no limit on joins from it. */
import { randomBytes } from "node:crypto";
import { positionOf } from "../../../convex/queue/rules/line.ts";
import { SyncClient } from "../../../engine/bench/wire/sync-client.ts";

/** The part of `tickets.line` that positions are computed from. */
export type Line = {
  readonly waiting: string;
  readonly waitingCount: number;
  readonly currentNumber: number;
};
/** A secret as a phone makes it: 24 random bytes in base64url. */
export const newSecret = (): string => randomBytes(24).toString("base64url");

/** `count` phones on the join page: connected, with no queries yet. */
export async function openPhones(port: number, count: number) {
  const phones: SyncClient[] = [];
  for (let i = 0; i < count; i++) phones.push(await SyncClient.open(port));
  return phones;
}

/** Asks to join. @returns the answer, also a refusal */
export const sendJoin = (phone: SyncClient, queueId: string, secret: string) =>
  phone.mutation("line/tickets:join", { queueId, secret });

/** Joins; returns the ticket's number and the commit's timestamp. @throws Error when refused. */
export async function join(phone: SyncClient, queueId: string, secret: string) {
  const answer = await phone.mutation("line/tickets:join", {
    queueId,
    secret,
    name: "Ada Lovelace",
  });
  if (!answer.ok) throw new Error(answer.message);
  const value = answer.value as { ok: boolean; number: number };
  if (!value.ok || answer.ts === null) throw new Error(JSON.stringify(value));
  return { number: value.number, ts: answer.ts };
}

/** The position a phone shows for its ticket: 1 = next; null = not waiting. */
export const placeOf = (line: Line, number: number): number | null =>
  positionOf(line.waiting, number);
