/** Named chairs: who works at them, on duty, on a break or off, and their settings (product.md CH1 to CH6). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CounterCtx, Staff } from "../../account/data/access";
import { takeFromAll } from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import { cleanText } from "../../base/rules/names";
import { queuesPerBusiness } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { openingFrom } from "../../business/rules/opening";
import { moveTicket, queueEventOf } from "../../line/data/moves";
import { closeLine, openAsStaff } from "../../line/data/openLine";
import {
  chairOfPerson,
  chairsOf,
  countChairs,
  setChair,
  ticketsAt,
} from "../../queue/data/chairs";
import { insertEvent } from "../../queue/data/events";
import { findLine } from "../../queue/data/lines";
import { ensureOwnQueue } from "../../queue/data/queues";
import type { ChairSwitch } from "../../queue/rules/change";
import {
  MAX_CHAIR_NAME,
  MOST_BREAK_MINUTES,
  MOST_CHAIRS,
  MOST_QUEUES,
} from "../../queue/rules/chairs";
import {
  endOfDuty,
  offDuty,
  type ChairState,
  type Duty,
} from "../../queue/rules/chairState";
import { record, type SettingKind } from "./queueChanges";

type Chair = Doc<"chairs">;

const kindOf = {
  on: "chairOn",
  break: "chairBreak",
  off: "chairOff",
} as const satisfies Record<Duty, SettingKind>;

/** On duty, on a break of so many minutes, or off. Null if nothing changed. @throws invalidInput for a wrong length */
export async function turn(
  ctx: CounterCtx,
  chair: Chair,
  duty: Duty,
  minutes: number | undefined,
  now: number,
): Promise<Id<"ticketEvents"> | null> {
  if (duty === chair.duty && duty !== "break") return null;
  const until = endOf(ctx, duty, minutes, now);
  const { personId } = chair;
  const after = { personId, duty, since: now, until };
  return await change(ctx, chair, after, kindOf[duty], now);
}

/** A call to a chair switches it on. The call itself stays the action that the desk offers to undo. */
export async function switchOn(
  ctx: CounterCtx,
  chair: Chair,
  now: number,
): Promise<void> {
  const { personId } = chair;
  const until = endOfDuty(ctx.business, now);
  const after = { personId, duty: "on", since: now, until } as const;
  await note(ctx, chair, after, "chairOn", now);
}

/** A switch that belongs to another action: 'Today' shows it, and the desk's offer stays. */
async function note(
  ctx: CounterCtx,
  chair: Chair,
  after: ChairState,
  kind: SettingKind,
  now: number,
): Promise<void> {
  const line = await put(ctx, chair, after);
  if (line === null) return;
  await insertEvent(ctx, {
    ...queueEventOf(openAsStaff(ctx, line, now)),
    ...{ kind, change: changeOf(chair, after) },
  });
}

/** The caller works here from now on, and nowhere else. Refused while another person works here. */
export async function take(
  ctx: CounterCtx,
  chair: Chair,
  now: number,
): Promise<
  { ok: true; eventId: Id<"ticketEvents"> | null } | Refused<"chairTaken">
> {
  const { personId, duty, since, until } = chair;
  if (personId === ctx.userId) return { ok: true, eventId: null };
  if (personId !== null && duty !== "off") return refuse("chairTaken");
  const left = await chairOfPerson(ctx, ctx.business._id, ctx.userId);
  if (left !== null) await note(ctx, left, offDuty(now), "chairOff", now);
  const after = { personId: ctx.userId, duty, since, until };
  const eventId = await change(ctx, chair, after, "chairTaken", now);
  return { ok: true, eventId };
}

/** Nobody works here any more. Its duty stays, for a shop without names. */
export async function leave(
  ctx: CounterCtx,
  chair: Chair,
  now: number,
): Promise<Id<"ticketEvents"> | null> {
  if (chair.personId === null) return null;
  const { duty, since, until } = chair;
  const after = { personId: null, duty, since, until };
  return await change(ctx, chair, after, "chairLeft", now);
}

async function change(
  ctx: CounterCtx,
  chair: Chair,
  after: ChairState,
  kind: SettingKind,
  now: number,
): Promise<Id<"ticketEvents"> | null> {
  const line = await put(ctx, chair, after);
  if (line === null) return null;
  return await record(ctx, line, kind, changeOf(chair, after), null, now);
}

/** Writes the state; returns the line of the home queue, where the event belongs, or null without one. */
async function put(ctx: CounterCtx, chair: Chair, after: ChairState) {
  await setChair(ctx, chair, after);
  const [home] = chair.queueIds;
  return home === undefined ? null : await findLine(ctx, home);
}

function changeOf(chair: Chair, after: ChairState): ChairSwitch {
  return { of: "chair", chairId: chair._id, before: stateOf(chair), after };
}

function stateOf({ personId, duty, since, until }: Chair): ChairState {
  return { personId, duty, since, until };
}

function endOf(
  { business }: Staff,
  duty: Duty,
  minutes: number | undefined,
  now: number,
): number | null {
  if (duty === "off") return null;
  if (duty === "on") return endOfDuty(business, now);
  const isGood =
    minutes !== undefined &&
    Number.isInteger(minutes) &&
    minutes >= 1 &&
    minutes <= MOST_BREAK_MINUTES;
  if (!isGood) throw appError("invalidInput");
  return now + minutes * 60_000;
}

export const chairProblems = [
  "chairNameEmpty",
  "chairNameTooLong",
  "chairNameTaken",
  "chairNeedsQueue",
] as const;

type Settings = { name: string; queueIds: readonly string[] };

/** A new chair is on duty at once while the shop is open, so that its queue keeps going. @throws tooManyRequests */
export async function createChair(
  ctx: MutationCtx & Staff,
  settings: Settings,
  now: number,
) {
  const existing = await chairsOf(ctx, ctx.business._id);
  if (existing.length >= MOST_CHAIRS) {
    return refuse("chairLimit", { limit: MOST_CHAIRS });
  }
  const checked = await checkSettings(ctx, settings, existing);
  if (!checked.ok) return checked;
  const { _id: businessId } = ctx.business;
  // Deleted chairs keep their rows.
  const bucket = [`chairs:${businessId}`, queuesPerBusiness] as const;
  const wait = await takeFromAll(ctx, [bucket], now);
  if (wait !== null) throw appError("tooManyRequests", wait);
  const { name, queueIds } = checked;
  const off = offDuty(now);
  const made = { businessId, name, queueIds, ...off, deletedAt: null };
  const chairId = await ctx.db.insert("chairs", made);
  const { isOpen } = openingFrom(ctx.business, now);
  const chair = { ...made, _id: chairId, _creationTime: now };
  const until = endOfDuty(ctx.business, now);
  const state = isOpen ? { ...off, duty: "on" as const, until } : off;
  await setChair(ctx, chair, state);
  return { ok: true as const, chairId };
}

/** Sets the name and the queues, the home first. */
export async function changeChair(
  ctx: MutationCtx & Staff,
  chair: Chair,
  settings: Settings,
) {
  const all = await chairsOf(ctx, ctx.business._id);
  const others = all.filter(({ _id }) => _id !== chair._id);
  const checked = await checkSettings(ctx, settings, others);
  if (!checked.ok) return checked;
  const { name, queueIds } = checked;
  await ctx.db.patch("chairs", chair._id, { name, queueIds });
  const touched = new Set([...chair.queueIds, ...queueIds]);
  await countChairs(ctx, chair.businessId, [...touched]);
  return { ok: true as const };
}

/** Deletes a chair. Who was called to it or sits there is done. */
export async function removeChair(
  ctx: CounterCtx,
  chair: Chair,
  now: number,
): Promise<void> {
  for (const ticket of await ticketsAt(ctx, chair._id)) {
    const row = await findLine(ctx, ticket.queueId);
    if (row === null) continue;
    const line = openAsStaff(ctx, row, now);
    const done = { kind: "complete", byNextCall: true } as const;
    await moveTicket(ctx, line, ticket, done, { undoable: true });
    await closeLine(ctx, line);
  }
  const off = { ...offDuty(now), deletedAt: now };
  await ctx.db.patch("chairs", chair._id, off);
  await countChairs(ctx, chair.businessId, chair.queueIds);
}

async function checkSettings(
  ctx: MutationCtx & Staff,
  { name: typed, queueIds: given }: Settings,
  others: readonly Chair[],
): Promise<
  | { ok: true; name: string; queueIds: Id<"queues">[] }
  | Refused<(typeof chairProblems)[number]>
> {
  const name = cleanText(typed, MAX_CHAIR_NAME + 1);
  if (name === null) return refuse("chairNameEmpty");
  if (cleanText(typed, MAX_CHAIR_NAME) !== name) {
    return refuse("chairNameTooLong", { max: MAX_CHAIR_NAME });
  }
  const isTaken = others.some(
    (one) => one.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) return refuse("chairNameTaken");
  if (given.length > MOST_QUEUES) throw appError("invalidInput");
  const queues = await Promise.all(
    [...new Set(given)].map(async (id) => await ensureOwnQueue(ctx, id)),
  );
  if (queues.length === 0) return refuse("chairNeedsQueue");
  return { ok: true, name, queueIds: queues.map(({ _id }) => _id) };
}
