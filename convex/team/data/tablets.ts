/** The shop's tablets: pairing, who is on them, and removing them (product.md R8 to R10). */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { OnTablet, Staff } from "../../account/data/access";
import { beginSession, prolongSession } from "../../account/data/sessions";
import {
  emptyUntil,
  ensureTokens,
  fill,
  giveBack,
  takeFromAll,
  waitFor,
} from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import {
  PIN_BLOCK_MS,
  pinTries,
  pinTriesOfPerson,
  tabletsPerBusiness,
  unlocksPerTablet,
} from "../../base/rules/rateLimit";
import { readName } from "../../base/rules/shortName";
import { setOption } from "../../business/data/businesses";
import {
  lockTablet,
  memberOf,
  workplaceOf,
  personOn,
  tabletsOf,
} from "../../business/data/members";
import { ensureOwn } from "../../business/data/ownRow";
import { may, MAX_PERSON_NAME } from "../../business/rules/roles";
import {
  MAX_TABLETS,
  PAIRING_MS,
  STAY_MS,
  STAY_STEP_MS,
} from "../../business/rules/tablets";
import {
  countChange,
  endAccount,
  peopleOf,
  recordPerson,
  type Person,
} from "./people";
import { rowBy } from "../../base/data/rowBy";

type Tablet = Doc<"tablets">;
const tabletByCode = rowBy("tablets", "codeHash");

type AtTablet = MutationCtx & OnTablet;

/** Each tablet with the name of the person on it. */
export async function tabletsWithPeople(
  ctx: QueryCtx,
  businessId: Id<"businesses">,
) {
  const tablets = await tabletsOf(ctx, businessId);
  return await Promise.all(
    tablets.map(async (tablet) => ({
      tabletId: tablet._id,
      name: tablet.name,
      isPaired: tablet.userId !== undefined,
      person: (await personOn(ctx, tablet))?.name ?? null,
    })),
  );
}

/** Stores a tablet with its pairing code. @throws tooManyRequests */
export async function keepTablet(
  ctx: MutationCtx & Staff,
  { name: typed, codeHash }: { name: string; codeHash: string },
  now: number,
) {
  const { _id: businessId } = ctx.business;
  const read = readName(typed, MAX_PERSON_NAME);
  if (!read.ok) return read;
  const { length } = await tabletsOf(ctx, businessId);
  if (length >= MAX_TABLETS) {
    return refuse("tooManyTablets", { max: MAX_TABLETS });
  }
  await ensureTokens(ctx, now, [`tablets:${businessId}`, tabletsPerBusiness]);
  const tabletId = await ctx.db.insert("tablets", {
    ...{ businessId, name: read.name, addedBy: ctx.userId, codeHash },
    ...{ codeExpiresAt: now + PAIRING_MS, personId: null, until: null },
  });
  return { ok: true as const, tabletId };
}

/** Gives the tablet of a code its own user and session; null for a wrong code, or if its maker no longer manages the shop. */
export async function pairTablet(
  ctx: MutationCtx,
  codeHash: string,
  now: number,
) {
  const tablet = await tabletByCode(ctx, codeHash);
  if (tablet === null || (tablet.codeExpiresAt ?? 0) <= now) return null;
  const { addedBy: by, businessId } = tablet;
  const workplace = await workplaceOf(ctx, by);
  const isIts = workplace?.business._id === businessId;
  if (!isIts || !may(workplace.role, "manageShop")) return null;
  const userId = await ctx.db.insert("users", {});
  await ctx.db.patch("tablets", tablet._id, {
    ...{ userId, codeHash: undefined, codeExpiresAt: undefined },
  });
  const adder = { ...ctx, userId: by, ...workplace };
  await recordPerson(adder, "tabletPaired", tablet, now);
  return { userId, sessionId: await beginSession(ctx, userId, now) };
}

/** Ends a tablet and its sessions at once. @throws notFound */
export async function endTablet(
  ctx: MutationCtx & Staff,
  id: string,
  now: number,
): Promise<void> {
  await end(ctx, await ensureOwn(ctx, "tablets", id), now);
}

/** Ends the tablets that a person added: one may be their own phone. */
export async function endTabletsOf(
  ctx: MutationCtx & Staff,
  { businessId, userId }: Pick<Doc<"members">, "businessId" | "userId">,
  now: number,
): Promise<void> {
  for (const tablet of await tabletsOf(ctx, businessId)) {
    if (tablet.addedBy === userId) await end(ctx, tablet, now);
  }
}

async function end(ctx: MutationCtx & Staff, tablet: Tablet, now: number) {
  if (tablet.userId !== undefined) {
    await recordPerson(ctx, "tabletEnded", tablet, now);
  }
  await deleteTablet(ctx, tablet);
}

/** Deletes a tablet with its user and sessions. */
export async function deleteTablet(ctx: MutationCtx, { _id, userId }: Tablet) {
  if (userId !== undefined) await endAccount(ctx, userId);
  await ctx.db.delete("tablets", _id);
}

/** Whether the tablets ask for PINs. From then on, nobody stays on one who came without. */
export async function needPins(ctx: MutationCtx & Staff, isNeeded: boolean) {
  const { business } = ctx;
  await setOption(ctx, { withoutPins: isNeeded ? undefined : true });
  if (!isNeeded || business.withoutPins !== true) return;
  for (const tablet of await tabletsOf(ctx, business._id))
    await lockTablet(ctx, tablet);
}

/** Those who can be on the shop's tablets: everybody with a name. */
export async function namesFor(ctx: QueryCtx, business: Doc<"businesses">) {
  const people = await peopleOf(ctx, business);
  const rows = people.map(({ row }) => row).filter((row) => row !== null);
  return rows.map(({ userId: personId, name, pinHash }) => ({
    ...{ personId, name, hasPin: pinHash !== undefined },
  }));
}

/** Whether the caller has a PIN; null where they need none: in a shop without tablets, and on one. */
export async function ownPinOf(ctx: QueryCtx & Staff) {
  const { business, tabletId, userId } = ctx;
  if (tabletId !== undefined || business.withoutPins) return null;
  const [first] = await tabletsOf(ctx, business._id);
  if (first === undefined) return null;
  const member = await memberOf(ctx, userId);
  return { isSet: member?.pinHash !== undefined };
}

/** Of guesses at a person's PIN: on one tablet, and on all of them. */
const guessesHere = (tablet: Tablet, person: Doc<"members">) =>
  `pin:${tablet._id}:${person._id}`;
const guessesOfAll = (person: Doc<"members">) => `pin:${person._id}`;

/** Stores a PIN, and ends the blocks and stays of the old one. Another person's is recorded. @throws tooManyRequests */
export async function setPin(
  ctx: MutationCtx & Staff,
  { row, userId }: Person,
  pinHash: string,
  now: number,
) {
  if (row === null) return refuse("pinNeedsName");
  if (userId !== ctx.userId) {
    await countChange(ctx, now);
    await recordPerson(ctx, "memberPinSet", row, now);
  }
  await ctx.db.patch("members", row._id, { pinHash });
  for (const tablet of await tabletsOf(ctx, row.businessId)) {
    await fill(ctx, guessesHere(tablet, row), pinTries, now);
    // Else the person who came with the old one stays for as long as the tablet is touched.
    if (tablet.personId === userId) await lockTablet(ctx, tablet);
  }
  await fill(ctx, guessesOfAll(row), pinTriesOfPerson, now);
  return { ok: true as const };
}

/** Somebody whose name the tablet shows. @throws notFound */
export async function ensureShown(
  ctx: AtTablet,
  personId: string,
): Promise<Doc<"members">> {
  const people = await peopleOf(ctx, ctx.business);
  const row = people.find(({ userId }) => userId === personId)?.row ?? null;
  if (row === null) throw appError("notFound");
  return row;
}

/**
 * Puts a person on the tablet, or says why not. A refusal counts.
 * @param pinHash null: what was typed is no PIN
 * @throws tooManyRequests
 */
export async function unlock(
  ctx: AtTablet,
  person: Doc<"members">,
  pinHash: string | null,
  now: number,
) {
  const { tablet, business } = ctx;
  const checked = business.withoutPins
    ? null
    : await wrongPin(ctx, person, pinHash, now);
  if (checked !== null) return checked;
  await ensureTokens(ctx, now, [`unlocks:${tablet._id}`, unlocksPerTablet]);
  await prolongSession(ctx, now);
  await stayUntil(ctx, tablet, person.userId, now + STAY_MS);
  return { ok: true as const };
}

/** Counted before the answer, so that parallel guesses cannot pass the limits. */
async function wrongPin(
  ctx: AtTablet,
  person: Doc<"members">,
  pinHash: string | null,
  now: number,
) {
  const right = person.pinHash;
  if (right === undefined) return refuse("pinNotSet");
  const here = guessesHere(ctx.tablet, person);
  const ofAll = guessesOfAll(person);
  const wait = await takeFromAll(
    ctx,
    now,
    [here, pinTries],
    [ofAll, pinTriesOfPerson],
  );
  if (wait !== null) return refuse("pinBlocked", wait);
  if (pinHash === right) {
    await fill(ctx, here, pinTries, now);
    await giveBack(ctx, ofAll, pinTriesOfPerson, now);
    return null;
  }
  if ((await waitFor(ctx, here, pinTries, now)) === 0)
    return refuse("pinWrong");
  // The first token comes back one step after the bucket is emptied.
  const step = pinTries.perMs / pinTries.burst;
  await emptyUntil(ctx, here, now + PIN_BLOCK_MS - step);
  return refuse("pinBlocked", { retryAfterMs: PIN_BLOCK_MS });
}

/** A sign of life: the person stays ten minutes from now. */
export async function stay({ tablet, ...ctx }: AtTablet, now: number) {
  const { personId, until } = tablet;
  const next = now + STAY_MS;
  if (personId === null || until === null) return;
  if (next - until < STAY_STEP_MS) return;
  await stayUntil(ctx, tablet, personId, next);
}

async function stayUntil(
  ctx: MutationCtx,
  { _id: tabletId }: Tablet,
  personId: Id<"users">,
  until: number,
): Promise<void> {
  await ctx.db.patch("tablets", tabletId, { personId, until });
  const { tabletOver } = internal.upkeep.timers;
  await ctx.scheduler.runAt(until, tabletOver, { tabletId, until });
}
