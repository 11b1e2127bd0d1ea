/** The load of the kill test. Records promises: acknowledgements that arrived. */
import { randomUUID } from "node:crypto";
import { newSecret, sendJoin } from "../bench/app/customers.ts";
import {
  ConnectionLost,
  SyncClient,
} from "../../engine/bench/wire/sync-client.ts";
import type { Answer } from "../../engine/bench/wire/sync-client.ts";
import { pick } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api } from "../../convex/_generated/api.js";

export type Promises = {
  readonly joined: Map<string, number>;
  /** Secrets of customers who joined and have not tried to leave. */
  readonly here: string[];
  readonly left: Set<string>;
  readonly events: Set<string>;
  unknown: number;
};

export const noPromises = (): Promises => ({
  joined: new Map(),
  here: [],
  left: new Set(),
  events: new Set(),
  unknown: 0,
});

type Step = (client: SyncClient, promises: Promises) => Promise<void>;
type OkAnswer = {
  readonly ok: boolean;
  readonly eventId?: string;
  readonly number?: number;
};
function valueOf(path: string, answer: Answer): OkAnswer {
  if (!answer.ok) throw new Error(`${path}: ${answer.message}`);
  return answer.value as OkAnswer;
}

function joinStep(queueId: string): Step {
  return async (client, promises) => {
    const secret = newSecret();
    const answer = await sendJoin(client, queueId, secret);
    const { ok, number } = valueOf("join", answer);
    if (!ok || number === undefined) return;
    promises.joined.set(secret, number);
    promises.here.push(secret);
  };
}

const leaveStep: Step = async (client, promises) => {
  const { here, left } = promises;
  const [secret] = here.splice(pick(here.length + 1), 1);
  if (secret === undefined) {
    // Reads the screen instead, because a step without a request would never notice a lost connection.
    await client.once(nameOf(api.line.tickets.mine), { secret: newSecret() });
    return;
  }
  const answer = await client.mutation(nameOf(api.line.tickets.leave), {
    secret,
  });
  // Refused when staff were faster: the ticket no longer waits.
  if (valueOf("leave", answer).ok) left.add(secret);
};

function callStep(queueId: string): Step {
  return async (client, promises) => {
    const answer = await client.mutation(nameOf(api.desk.actions.callNext), {
      queueId,
      requestKey: randomUUID(),
    });
    const { eventId } = valueOf("callNext", answer);
    if (eventId !== undefined) promises.events.add(eventId);
  };
}

function skipStep(queueId: string): Step {
  return async (client, promises) => {
    const board = (await client.once(nameOf(api.desk.actions.board), {
      queueId,
    })) as { waiting: { ticketId: string }[] };
    const first = board.waiting[0];
    if (!first) return;
    const answer = await client.mutation(nameOf(api.desk.actions.skip), {
      queueId,
      expectedTicketId: first.ticketId,
      requestKey: randomUUID(),
    });
    const { eventId } = valueOf("skip", answer);
    if (eventId !== undefined) promises.events.add(eventId);
  };
}

/** One writer: repeats its step until the connection is lost. @throws any other error. */
async function write(client: SyncClient, step: Step, promises: Promises) {
  try {
    for (;;) await step(client, promises);
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    promises.unknown++;
  }
}

export type Load = { readonly over: Promise<unknown> };

/** `writers` connections spread over the queues. Of each four, two join, one leaves, one is staff. */
export async function startLoad(
  port: number,
  token: string,
  queues: ReadonlyMap<string, Promises>,
  writers: number,
): Promise<Load> {
  const ids = [...queues.keys()];
  const running: Promise<void>[] = [];
  for (let i = 0; i < writers; i++) {
    const queueId = ids[Math.floor(i / 4) % ids.length] ?? "";
    const promises = queues.get(queueId) ?? noPromises();
    const client = await SyncClient.open(port);
    const staff = i % 8 === 7 ? skipStep(queueId) : callStep(queueId);
    const step = [joinStep(queueId), joinStep(queueId), leaveStep, staff][
      i % 4
    ];
    if (step === staff) await client.authenticate(token);
    running.push(write(client, step ?? leaveStep, promises));
  }
  const over = Promise.all(running);
  // The caller checks it after the kill. Until then a failure is expected.
  over.catch(() => undefined);
  return { over };
}
