/** Named chairs: who works at them, on duty, on a break or off, and their settings (product.md CH1 to CH6). */
import { pick } from "convex-helpers";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { CounterCtx, Staff } from "../../account/data/access";
import { ensureTokens } from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import { chairsPerBusiness } from "../../base/rules/rateLimit";
import type { Refused } from "../../base/rules/refusals";
import { isSameName, nameProblems, readName } from "../../base/rules/shortName";
import { openingFrom } from "../../business/rules/opening";
import { moveTicket } from "../../line/data/moves";
import { closeLine, openAsStaff } from "../../line/data/openLine";
import {
  chairOfPerson,
  chairsOf,
  countChairs,
  setChair,
  ticketsAt,
} from "../../queue/data/chairs";
import { findLine } from "../../queue/data/lines";
import { ensureOwnQueue } from "../../queue/data/queues";
import type { SettingKind } from "../../queue/rules/events";
import {
  MAX_CHAIR_NAME,
  MAX_BREAK_MINUTES,
  MAX_CHAIRS,
  MAX_QUEUES_OF_CHAIR,
} from "../../queue/rules/chairs";
import {
  endOfDuty,
  offDuty,
  type ChairState,
  type Duty,
} from "../../queue/rules/chairState";
import { note, record, type Acted } from "./queueChanges";

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
): Promise<Acted> {
  if (duty === chair.duty && duty !== "break") return null;
  const until = endOf(ctx, duty, minutes, now);
  const changed = { duty, since: now, until };
  return await change(ctx, chair, changed, kindOf[duty], record, now);
}

/** A call to a chair switches it on. */
export async function switchOn(ctx: CounterCtx, chair: Chair, now: number) {
  const until = endOfDuty(ctx.business, now);
  const changed = { duty: "on", since: now, until } as const;
  await change(ctx, chair, changed, "chairOn", note, now);
}

/** The caller works here from now on, and nowhere else. Refused while another person works here. */
export async function take(
  ctx: CounterCtx,
  chair: Chair,
  now: number,
): Promise<{ ok: true; eventId: Acted } | Refused<"chairTaken">> {
  const { personId, duty } = chair;
  if (personId === ctx.userId) return { ok: true, eventId: null };
  if (personId !== null && duty !== "off") return refuse("chairTaken");
  const left = await chairOfPerson(ctx, ctx.business._id, ctx.userId);
  if (left) await change(ctx, left, offDuty(now), "chairOff", note, now);
  const own = { personId: ctx.userId };
  const eventId = await change(ctx, chair, own, "chairTaken", record, now);
  return { ok: true, eventId };
}

/** Nobody works here from now on. Its duty stays, for a shop without names. */
export async function leave(ctx: CounterCtx, chair: Chair, now: number) {
  if (chair.personId === null) return null;
  const free = { personId: null };
  return await change(ctx, chair, free, "chairLeft", record, now);
}

/**
 * The event belongs to the line of the home queue; none without one.
 * @param tell `note` for a switch that belongs to another action, which stays the one that the desk offers to undo
 */
async function change(
  ctx: CounterCtx,
  chair: Chair,
  changed: Partial<ChairState>,
  kind: SettingKind,
  tell: typeof record,
  now: number,
): Promise<Acted> {
  const before = pick(chair, ["personId", "duty", "since", "until"]);
  const after = { ...before, ...changed };
  await setChair(ctx, chair, after);
  const [home] = chair.queueIds;
  const line = home && (await findLine(ctx, home));
  if (!line) return null;
  const its = { of: "chair", chairId: chair._id, before, after } as const;
  return await tell(ctx, line, { kind, change: its }, now);
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
    minutes <= MAX_BREAK_MINUTES;
  if (!isGood) throw appError("invalidInput");
  return now + minutes * 60_000;
}

export const chairProblems = [
  ...nameProblems,
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
  if (existing.length >= MAX_CHAIRS) {
    return refuse("chairLimit", { limit: MAX_CHAIRS });
  }
  const checked = await checkSettings(ctx, settings, existing);
  if (!checked.ok) return checked;
  const { _id: businessId } = ctx.business;
  // Deleted chairs keep their rows.
  await ensureTokens(ctx, now, [`chairs:${businessId}`, chairsPerBusiness]);
  const { name, queueIds } = checked;
  const off = offDuty(now);
  const chairId = await ctx.db.insert("chairs", {
    ...{ businessId, name, queueIds, ...off, deletedAt: null },
  });
  const { isOpen } = openingFrom(ctx.business, now);
  const until = endOfDuty(ctx.business, now);
  const state = isOpen ? { ...off, duty: "on" as const, until } : off;
  await setChair(ctx, { _id: chairId, businessId, queueIds }, state);
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
export async function removeChair(ctx: CounterCtx, chair: Chair, now: number) {
  const done = { kind: "complete", byNextCall: true } as const;
  const there = await ticketsAt(ctx, chair._id);
  for (const [queueId, tickets] of Map.groupBy(there, (one) => one.queueId)) {
    const row = await findLine(ctx, queueId);
    if (row === null) continue;
    const line = openAsStaff(ctx, row, now);
    for (const ticket of tickets) {
      await moveTicket(ctx, line, ticket, done, { undoable: true });
    }
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
  const read = readName(typed, MAX_CHAIR_NAME);
  if (!read.ok) return read;
  const { name } = read;
  const isTaken = others.some((one) => isSameName(one.name, name));
  if (isTaken) return refuse("chairNameTaken");
  if (given.length > MAX_QUEUES_OF_CHAIR) throw appError("invalidInput");
  const queues = await Promise.all(
    [...new Set(given)].map(async (id) => await ensureOwnQueue(ctx, id)),
  );
  if (queues.length === 0) return refuse("chairNeedsQueue");
  return { ok: true, name, queueIds: queues.map(({ _id }) => _id) };
}
