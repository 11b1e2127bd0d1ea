/** Rows of queues. A deleted queue keeps its row but loses its line. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { appError, refuse } from "../../base/rules/errors";
import {
  cleanText,
  MAX_DESCRIPTION,
  MAX_QUEUE_NAME,
} from "../../base/rules/names";
import { maxQueues, plans, type Plan } from "../../base/rules/plans";
import { queuesPerBusiness } from "../../base/rules/rateLimit";
import { type Refused } from "../../base/rules/refusals";
import { ensureOwn, type OfBusiness } from "../../business/data/ownRow";
import { lettersOf, needsLetters, readLetter } from "../rules/letters";
import { insertLine, lineOf } from "./lines";
import { ensureTokens } from "../../base/data/rateLimits";
import { rowsBy, type Reader } from "../../base/data/rowBy";

export const nameProblems = [
  "queueNameEmpty",
  "queueNameTooLong",
  "queueNameTaken",
] as const;
type NameProblem = (typeof nameProblems)[number];

/** Reasons to refuse a queue's letter. */
export const letterProblems = [
  "queueLetterInvalid",
  "queueLetterTaken",
  "queueLetterInUse",
] as const;
type LetterProblem = (typeof letterProblems)[number];

/** The queues of a business that are not deleted, oldest first. */
export async function listQueues(ctx: Reader, businessId: Id<"businesses">) {
  return await queuesOf(ctx, businessId, null);
}

const queuesOf = rowsBy("queues", "businessId_and_deletedAt", maxQueues);

/** @throws notFound alike for a deleted queue, another business's queue, or an invalid id */
export async function ensureOwnQueue(ctx: OfBusiness, queueId: string) {
  const queue = await ensureOwn(ctx, "queues", queueId);
  if (queue.deletedAt !== null) throw appError("notFound");
  return queue;
}

/** Deleted queues keep their rows, which reports read: so many within a report's longest part, after any downgrade. */
const MAX_DELETED = 10 * maxQueues;
const DELETED_MS = 31 * 24 * 60 * 60_000;

/** With its line. @throws tooManyRequests for endless creating and deleting */
export async function createQueue(
  ctx: MutationCtx,
  business: Doc<"businesses">,
  name: string,
  description: string | null,
  now: number,
) {
  const existing = await listQueues(ctx, business._id);
  const { plan } = business;
  const limit = plans[plan].queueLimit;
  if (existing.length >= limit) return refuse("queueLimit", { limit, plan });
  const checked = checkName(name, existing);
  if (!checked.ok) return checked;
  const bucket = [`queues:${business._id}`, queuesPerBusiness(plan)] as const;
  await ensureTokens(ctx, now, bucket);
  await ensureFewDeleted(ctx, business._id, now);
  const queueId = await ctx.db.insert("queues", {
    businessId: business._id,
    name: checked.name,
    description: cleanText(description, MAX_DESCRIPTION),
    isActive: true,
    letter: null,
    deletedAt: null,
  });
  await insertLine(ctx, { queueId, businessId: business._id });
  await giveLetters(ctx, business._id);
  return { ok: true as const, queueId };
}

async function ensureFewDeleted(
  ctx: Reader,
  businessId: Id<"businesses">,
  now: number,
): Promise<void> {
  const deleted = await ctx.db
    .query("queues")
    .withIndex("by_businessId_and_deletedAt", (q) =>
      q.eq("businessId", businessId).gt("deletedAt", now - DELETED_MS),
    )
    .take(MAX_DELETED);
  const oldest = deleted[0]?.deletedAt ?? now;
  if (deleted.length < MAX_DELETED) return;
  const retryAfterMs = oldest + DELETED_MS - now;
  throw appError("tooManyRequests", { retryAfterMs });
}

/** From the second open queue on, every queue of a shop has a letter (product.md Q6). */
async function giveLetters(ctx: MutationCtx, businessId: Id<"businesses">) {
  const queues = await listQueues(ctx, businessId);
  if (!needsLetters(queues)) return;
  const letters = lettersOf(queues);
  for (const [index, { _id, letter }] of queues.entries()) {
    if (letter === null)
      await ctx.db.patch("queues", _id, { letter: letters[index] });
  }
}

/** Sets a new name and, unless undefined, a new description and letter: all, or none of them. */
export async function renameQueue(
  ctx: MutationCtx,
  queue: Doc<"queues">,
  name: string,
  description: string | undefined,
  typedLetter: string | undefined,
): Promise<{ ok: true } | Refused<NameProblem | LetterProblem>> {
  const others = (await listQueues(ctx, queue.businessId)).filter(
    ({ _id }) => _id !== queue._id,
  );
  const checked = checkName(name, others);
  if (!checked.ok) return checked;
  const chosen = await checkLetter(ctx, queue, typedLetter, others);
  if (!chosen.ok) return chosen;
  await ctx.db.patch("queues", queue._id, {
    name: checked.name,
    letter: chosen.letter,
    ...(description !== undefined && {
      description: cleanText(description, MAX_DESCRIPTION),
    }),
  });
  return { ok: true };
}

/** The plan limits open queues only: after a downgrade an owner may close one and open another. */
export async function switchQueue(
  ctx: MutationCtx & { business: Doc<"businesses"> },
  queue: Doc<"queues">,
  isActive: boolean,
): Promise<{ ok: true } | Refused<"queueLimit">> {
  if (isActive && !queue.isActive) {
    const all = await listQueues(ctx, ctx.business._id);
    const { plan } = ctx.business;
    const limit = plans[plan].queueLimit;
    if (all.filter((other) => other.isActive).length >= limit) {
      return refuse("queueLimit", { limit, plan });
    }
  }
  await setQueueActive(ctx, queue, isActive);
  await giveLetters(ctx, ctx.business._id);
  return { ok: true };
}

/** Sets whether times of this queue can be booked. Existing bookings stay. */
export async function setTakesBookings(
  ctx: MutationCtx,
  queue: Doc<"queues">,
  takesBookings: boolean,
): Promise<void> {
  if (takesBookings === (queue.takesBookings ?? true)) return;
  await ctx.db.patch("queues", queue._id, { takesBookings });
}

/** Closes the newest open queues that exceed a smaller plan. Deletes nothing; waiting customers stay. */
export async function closeSurplusQueues(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  plan: Plan,
): Promise<void> {
  const open = (await listQueues(ctx, businessId)).filter(
    (queue) => queue.isActive,
  );
  for (const queue of open.slice(plans[plan].queueLimit)) {
    await setQueueActive(ctx, queue, false);
  }
}

/** Sets the switch on the queue and on its line, which the shared query reads. */
async function setQueueActive(
  ctx: MutationCtx,
  queue: Doc<"queues">,
  isActive: boolean,
): Promise<void> {
  if (queue.isActive === isActive) return;
  const line = await lineOf(ctx, queue._id);
  await ctx.db.patch("queues", queue._id, { isActive });
  await ctx.db.patch("lines", line._id, { isActive });
}

/** The letter from now on. A queue without one, or whose people wait with it, gets no other. */
async function checkLetter(
  ctx: MutationCtx,
  queue: Doc<"queues">,
  typed: string | undefined,
  others: readonly Doc<"queues">[],
): Promise<{ ok: true; letter: string | null } | Refused<LetterProblem>> {
  if (typed === undefined || queue.letter === null) {
    return { ok: true, letter: queue.letter };
  }
  const letter = readLetter(typed);
  if (letter === null) return refuse("queueLetterInvalid");
  if (letter === queue.letter) return { ok: true, letter };
  if (others.some((other) => other.letter === letter)) {
    return refuse("queueLetterTaken");
  }
  const { state } = await lineOf(ctx, queue._id);
  return state.waitingCount > 0
    ? refuse("queueLetterInUse")
    : { ok: true, letter };
}

function checkName(
  text: string,
  others: readonly Doc<"queues">[],
): { ok: true; name: string } | Refused<NameProblem> {
  const name = cleanText(text, MAX_QUEUE_NAME + 1);
  if (name === null) return refuse("queueNameEmpty");
  if (cleanText(text, MAX_QUEUE_NAME) !== name) {
    return refuse("queueNameTooLong", { max: MAX_QUEUE_NAME });
  }
  const taken = others.some(
    (other) => other.name.toLowerCase() === name.toLowerCase(),
  );
  return taken ? refuse("queueNameTaken") : { ok: true, name };
}
