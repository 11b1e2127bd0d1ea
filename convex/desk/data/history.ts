/** The newest actions at a queue's desk, for undo. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { oneOf } from "../../base/rules/oneOf";
import { assumedPerson } from "../../queue/rules/answers";
import { MAX_CHAIRS } from "../../queue/rules/chairs";
import { canMove } from "../../queue/rules/tickets";
import { undoableKinds, undoneLater } from "../../queue/rules/events";
import { businessDay } from "../../business/rules/opening";
import type { Staff } from "../../account/data/access";
import { newestBy, rowsBy } from "../../base/data/rowBy";
import { chairNameOf, newNameOf, newNameValidator } from "./board";
import { namesInTeam, type NamesInTeam } from "../../business/data/members";
import { lineOf } from "../../queue/data/lines";
import { whatStands } from "./undoable";
import { staffReasonValidator } from "../../queue/rules/validators";

const SHOWN = 50;

const actionsOf = newestBy("ticketEvents", "desk", SHOWN);
const completedBy = rowsBy("ticketEvents", "partOf", MAX_CHAIRS);

const codes = [...undoableKinds, "recall"] as const;

export const historyAnswer = v.array(
  v.object({
    eventId: v.id("ticketEvents"),
    code: oneOf(...codes),
    number: v.nullable(v.number()),
    name: v.nullable(v.string()),
    reason: v.optional(staffReasonValidator),
    wasBooked: v.optional(v.boolean()),
    movedTo: v.optional(newNameValidator),
    at: v.number(),
    byMe: v.boolean(),
    /** Another person's name; null for an owner without one. */
    by: v.nullable(v.string()),
    /** desk/actions:undo can take it back, if its day is today. */
    canUndo: v.boolean(),
    undoneAt: v.nullable(v.number()),
    /** Those whose visit this call assumed; desk/actions:notHere brings them back. */
    assumed: v.array(assumedPerson),
  }),
);
type Entry = Infer<typeof historyAnswer>[number];

/** Of the last business day with any, newest first. A query reads no clock: the screen checks whether that is today. */
export async function history(ctx: QueryCtx & Staff, queue: Doc<"queues">) {
  const line = await lineOf(ctx, queue._id);
  const events = await actionsOf(ctx, queue._id);
  const dayOf = ({ at }: Doc<"ticketEvents">) => businessDay(ctx.business, at);
  const [newest] = events;
  const nameOf = namesInTeam(ctx, ctx.business._id);
  const entries: Entry[] = [];
  for (const event of events) {
    if (newest && dayOf(event) !== dayOf(newest)) break;
    const entry = await entryOf(ctx, line, event, nameOf);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

async function entryOf(
  ctx: QueryCtx & Staff,
  line: Doc<"lines">,
  event: Doc<"ticketEvents">,
  nameOf: NamesInTeam,
): Promise<Entry | null> {
  const { _id: eventId, kind, ticketId, actor, reason } = event;
  const code = codes.find((one) => one === kind);
  if (code === undefined) return null;
  const ticket = ticketId && (await ctx.db.get("tickets", ticketId));
  const movedTo = await newNameOf(ctx, event);
  const canUndo =
    undoneLater.has(kind) && (await whatStands(ctx, line, event)) !== null;
  return {
    ...{ eventId, code, canUndo },
    ...{ number: event.number, at: event.at, undoneAt: event.undoneAt },
    name: (await chairNameOf(ctx, event)) ?? ticket?.name ?? null,
    ...(reason !== undefined && { reason }),
    ...(await makerOf(ctx, actor, nameOf)),
    ...(event.before?.isScheduled === true && { wasBooked: true }),
    ...(movedTo && { movedTo }),
    assumed: kind === "call" ? await assumedBy(ctx, eventId) : [],
  };
}

async function makerOf(
  reader: Staff,
  actor: Doc<"ticketEvents">["actor"],
  nameOf: NamesInTeam,
): Promise<Pick<Entry, "by" | "byMe">> {
  if (actor.kind !== "staff") return { by: null, byMe: false };
  const { userId } = actor;
  if (userId === reader.userId) return { by: null, byMe: true };
  return { by: await nameOf(userId), byMe: false };
}

async function assumedBy(ctx: QueryCtx, partOf: Id<"ticketEvents">) {
  const parts = await completedBy(ctx, partOf);
  const people = await Promise.all(
    parts.map(async ({ ticketId }) =>
      ticketId === null ? null : await ctx.db.get("tickets", ticketId),
    ),
  );
  return people.flatMap((ticket) =>
    ticket !== null && canMove(ticket.state, "notHere")
      ? [{ ticketId: ticket._id, number: ticket.number }]
      : [],
  );
}
