/** Rounds of kills under bookings and calls: the rows about messages against what reached the stand-ins. */
import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { vi } from "vitest";
import type { Doc } from "../../convex/_generated/dataModel.js";
import { newSecret } from "../bench/app/customers.ts";
import { runAsAdmin } from "../../engine/bench/deployment/admin.ts";
import { succeed } from "../bench/engine/product.ts";
import {
  ConnectionLost,
  SyncClient,
} from "../../engine/bench/wire/sync-client.ts";
import { someDay } from "./booking-race.ts";
import type { Arrived, Outside } from "./outside.ts";
import { hashOf } from "./queue-state.ts";
import type { Shop } from "./shop.ts";
import { chance } from "../seed.ts";
import { getFunctionName as nameOf } from "convex/server";
import { api, internal } from "../../convex/_generated/api.js";

const PEOPLE = 5;
/** The kill falls at a random moment of this span after the first answer: before the first message to after most. */
const LONGEST_MS = 900;
/** How often time is advanced before a message counts as waiting for ever. */
const MAX_TURNS = 8;
type Rows = {
  readonly due: number;
  readonly tickets: readonly Doc<"tickets">[];
  readonly mails: readonly Doc<"mails">[];
  readonly texts: readonly Doc<"smsMessages">[];
  readonly alerts: readonly Doc<"alerts">[];
  readonly steps: readonly Doc<"alertSteps">[];
  readonly events: readonly Doc<"calendarEvents">[];
};
export type OutboxReport = {
  readonly wrong: string[];
  readonly meant: number;
  readonly unknown: number;
};
let numbers = 0;

/** Runs rounds until `rounds` are over or an error is found. */
export async function outboxRounds(
  shop: Shop,
  outside: Outside,
  rounds: number,
): Promise<OutboxReport> {
  let report: OutboxReport = { wrong: [], meant: 0, unknown: 0 };
  for (let round = 0; round < rounds; round++) {
    await runAsAdmin(shop.engine().url, "inspection:fillBuckets", {});
    const queueId = await shop.addQueue(`Outbox ${round} ${randomUUID()}`);
    await gather(shop, outside, queueId);
    const load = await begin(shop, queueId);
    await load.begun;
    await after(chance() * LONGEST_MS);
    await shop.engine().kill();
    await load.over;
    await shop.restart();
    const rows = await settle(shop);
    report = compare(rows, await outside.arrived());
    if (report.wrong.length > 0) break;
  }
  return report;
}

/** People in line, each with a number and a browser that accepts pushes, and enough chairs for all. */
async function gather(shop: Shop, outside: Outside, queueId: string) {
  const owner = await shop.staff();
  const chairs = { queueId, chairs: PEOPLE, requestKey: randomUUID() };
  await succeed(owner, nameOf(api.desk.queues.setChairs), chairs);
  for (let i = 0; i < PEOPLE; i++) {
    const secret = newSecret();
    const phone = newNumber();
    await succeed(owner, nameOf(api.line.tickets.join), {
      queueId,
      secret,
      phone,
    });
    const subscription = await outside.phone();
    await succeed(owner, nameOf(api.messages.alerts.subscribePush), {
      secret,
      ...subscription,
    });
  }
  owner.close();
}

/** Books and calls until all is done or the server is gone. Each call is made to look half a minute old. */
async function begin(shop: Shop, queueId: string) {
  const { url, port } = shop.engine();
  const owner = await shop.staff();
  const customer = await SyncClient.open(port);
  const { times } = await someDay(customer, queueId);
  const booking = times.slice(0, PEOPLE).map(async (startsAt) => {
    const email = `slow+${randomUUID()}@customer.example`;
    const wish = { queueId, startsAt, secret: newSecret(), email };
    await succeed(customer, nameOf(api.booking.bookings.book), wish);
  });
  const calling = Array.from({ length: PEOPLE }, async () => {
    const requestKey = randomUUID();
    await succeed(owner, nameOf(api.desk.actions.callNext), {
      queueId,
      requestKey,
    });
    await hurry(url, shop.businessId);
  });
  const over = Promise.allSettled([...booking, ...calling]).then((ended) => {
    for (const one of ended)
      if (one.status === "rejected" && !isLoss(one.reason)) throw one.reason;
  });
  // The caller checks it after the kill.
  over.catch(() => undefined);
  return { begun: Promise.race([...booking, ...calling]), over };
}

const isLoss = (reason: unknown): boolean =>
  reason instanceof ConnectionLost || reason instanceof TypeError;
async function hurry(url: string, businessId: string): Promise<void> {
  const args = { businessId, seconds: 30 };
  await runAsAdmin(url, nameOf(internal.demo.testing.hurryAlerts), args);
}

async function settle(shop: Shop): Promise<Rows> {
  const { url } = shop.engine();
  let rows = await quiet(url);
  for (let turn = 0; turn < MAX_TURNS && isOpen(rows); turn++) {
    await runAsAdmin(url, "outboxes:passTime", {});
    await hurry(url, shop.businessId);
    await runAsAdmin(url, nameOf(internal.upkeep.maintenance.run), {});
    rows = await quiet(url);
  }
  return rows;
}

/** Waits until no job is due. */
function quiet(url: string): Promise<Rows> {
  return vi.waitFor(
    async () => {
      const rows = (await runAsAdmin(url, "outboxes:all", {})) as Rows;
      if (rows.due === 0) return rows;
      throw new Error(`${rows.due} jobs are still due`);
    },
    { interval: 20 },
  );
}

/** Whether a message may still go out, or its outcome still arrive. */
function isOpen({ mails, texts, alerts, steps, events }: Rows): boolean {
  const waits = (state: string) => ["queued", "sending"].includes(state);
  return (
    mails.some(({ state }) => waits(state)) ||
    texts.some(({ state }) => waits(state)) ||
    events.some(({ nextAt }) => nextAt !== undefined) ||
    steps.some(
      ({ channel, state }) => channel === "push" && state === "tried",
    ) ||
    alerts.some(
      ({ _id }) => steps.filter(({ alertId }) => alertId === _id).length < 2,
    )
  );
}

/** Checks that each intended message arrived once or is unknown, and that no other message arrived. */
function compare(rows: Rows, arrived: Arrived): OutboxReport {
  const wrong: string[] = [];
  let unknown = 0;
  const check = (what: string, state: string | undefined, came: number) => {
    if (state === "unknown") unknown += 1;
    const isRight = state === "sent" ? came === 1 : state === "unknown";
    if (!isRight || came > 1) wrong.push(`${what} is ${state}, came ${came}`);
  };
  const bookings = rows.tickets.filter(({ email }) => email !== undefined);
  for (const { _id, email, number } of bookings) {
    const mails = rows.mails.filter(({ ticketId }) => ticketId === _id);
    const came = arrived.mails.filter(({ to }) => to[0] === email).length;
    check(`mail of #${number} (of ${mails.length})`, mails[0]?.state, came);
  }
  const queues = new Set(arrived.events.map(({ summary }) => summary));
  if (
    arrived.events.length !== bookings.length ||
    queues.size !== bookings.length
  )
    wrong.push(`${bookings.length} bookings, ${arrived.events.length} events`);
  const pushes = arrived.pushes.map(
    ({ payload }) => JSON.parse(payload) as Pushed,
  );
  // A push that replaces another makes no sound and has no row.
  const rang = pushes.filter(({ isQuiet }) => !isQuiet);
  let meant = bookings.length * 2;
  for (const { _id, kind } of rows.alerts) {
    const own = rows.steps.filter(({ alertId }) => alertId === _id);
    const [push, text] = (["push", "text"] as const).map((channel) =>
      own.find((step) => step.channel === channel),
    );
    if (own.length > 2) wrong.push(`${kind} was told ${own.length} times`);
    // The call itself overtakes all other alerts.
    const isOvertaken = (state: string | undefined) =>
      kind !== "called" && [undefined, "skipped", "cancelled"].includes(state);
    const checkStep = (
      what: string,
      state: string | undefined,
      came: number,
    ) => {
      meant += 1;
      if (isOvertaken(state) && came === 0) meant -= 1;
      else check(`${what} of ${kind}`, state, came);
    };
    const isThis = ({ receipt }: Pushed) =>
      receipt !== null && hashOf(receipt) === push?.receiptHash;
    checkStep("push", push?.state, rang.filter(isThis).length);
    const row = rows.texts.find((one) => one._id === text?.smsId);
    const texts = arrived.texts.filter(
      ({ to, body }) => to === row?.to && body === row.body,
    );
    checkStep("text", row?.state, texts.length);
  }
  const known = new Set(rows.steps.map(({ receiptHash }) => receiptHash));
  const strays = rang.filter(
    ({ receipt }) => receipt !== null && !known.has(hashOf(receipt)),
  );
  if (strays.length > 0) wrong.push(`${strays.length} pushes of no step`);
  const all =
    arrived.mails.length +
    arrived.events.length +
    rang.length +
    arrived.texts.length;
  if (all > meant) wrong.push(`${all} came, ${meant} were meant`);
  return { wrong, meant, unknown };
}

/** The parts of a push that are checked. */
type Pushed = { readonly isQuiet: boolean; readonly receipt: string | null };
function newNumber(): string {
  numbers += 1;
  return `+4477009${String(numbers).padStart(5, "0")}`;
}
