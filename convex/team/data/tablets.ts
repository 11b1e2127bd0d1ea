/** The shop's tablets: pairing, who is on them, and their end (product.md R8 to R10). */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { OnTablet, Staff } from "../../account/data/access";
import { beginSession, prolongSession } from "../../account/data/sessions";
import {
  emptyUntil,
  fill,
  giveBack,
  takeFromAll,
  waitFor,
} from "../../base/data/rateLimits";
import { appError, refuse } from "../../base/rules/errors";
import { cleanText } from "../../base/rules/names";
import {
  PIN_BLOCK_MS,
  pinTries,
  pinTriesOfPerson,
  roleChangesPerBusiness,
  tabletsPerBusiness,
  unlocksPerTablet,
} from "../../base/rules/rateLimit";
import { memberOf, workplaceOf } from "../../business/data/members";
import { lockTablet, personOn, tabletsOf } from "../../business/data/tablets";
import { may, MAX_PERSON_NAME } from "../../business/rules/roles";
import {
  MAX_TABLETS,
  PAIRING_MS,
  STAY_MS,
  STAY_STEP_MS,
} from "../../business/rules/tablets";
import {
  endAccount,
  ensureBelow,
  ensureColleague,
  peopleOf,
  recordPerson,
  type Person,
} from "./people";

type Tablet = Doc<"tablets">;
type AtTablet = MutationCtx & OnTablet;
const nothing = { before: null, after: null };

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
  const whole = cleanText(typed, MAX_PERSON_NAME + 1);
  if (whole === null) return refuse("personNameEmpty");
  const name = cleanText(typed, MAX_PERSON_NAME);
  if (name !== whole) {
    return refuse("personNameTooLong", { max: MAX_PERSON_NAME });
  }
  const { length } = await tabletsOf(ctx, businessId);
  if (length >= MAX_TABLETS) {
    return refuse("tooManyTablets", { max: MAX_TABLETS });
  }
  const bucket = [`tablets:${businessId}`, tabletsPerBusiness] as const;
  const wait = await takeFromAll(ctx, [bucket], now);
  if (wait !== null) throw appError("tooManyRequests", wait);
  await ctx.db.insert("tablets", {
    ...{ businessId, name, addedBy: ctx.userId, codeHash },
    ...{ codeExpiresAt: now + PAIRING_MS, personId: null, until: null },
  });
  return { ok: true as const };
}

/** Gives the tablet of a code its own user and session; null for a wrong code, or when who made it manages no more. */
export async function pairTablet(
  ctx: MutationCtx,
  codeHash: string,
  now: number,
) {
  const tablet = await ctx.db
    .query("tablets")
    .withIndex("by_codeHash", (q) => q.eq("codeHash", codeHash))
    .unique();
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
  await recordPerson(adder, "tabletPaired", tablet, nothing, now);
  return { userId, sessionId: await beginSession(ctx, userId, now) };
}

/** Ends a tablet and its sessions at once. @throws notFound */
export async function endTablet(
  ctx: MutationCtx & Staff,
  id: string,
  now: number,
): Promise<void> {
  const tabletId = ctx.db.normalizeId("tablets", id);
  const tablet = tabletId && (await ctx.db.get("tablets", tabletId));
  if (tablet?.businessId !== ctx.business._id) throw appError("notFound");
  if (tablet.userId !== undefined) {
    await recordPerson(ctx, "tabletEnded", tablet, nothing, now);
  }
  await deleteTablet(ctx, tablet);
}

/** Deletes a tablet with its user and sessions. */
export async function deleteTablet(
  ctx: MutationCtx,
  { _id, userId }: Tablet,
): Promise<void> {
  if (userId !== undefined) await endAccount(ctx, userId);
  await ctx.db.delete("tablets", _id);
}

/** Whether the tablets ask for PINs. */
export async function setPinsNeeded(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  needed: boolean,
): Promise<void> {
  const withoutPins = needed ? undefined : (true as const);
  await ctx.db.patch("businesses", businessId, { withoutPins });
}

/** Those who can be on the shop's tablets: everybody with a name. */
export async function namesFor(ctx: QueryCtx, business: Doc<"businesses">) {
  const people = await peopleOf(ctx, business);
  return people.flatMap(({ row }) =>
    row === null
      ? []
      : [
          {
            ...{ personId: row.userId, name: row.name },
            hasPin: row.pinHash !== undefined,
          },
        ],
  );
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

/** The person whose PIN the caller may set. @throws notFound, notAllowed */
export async function ensurePinOf(
  ctx: MutationCtx & Staff,
  personId: string,
): Promise<Person> {
  return personId === ctx.userId
    ? await ensureColleague(ctx, personId)
    : await ensureBelow(ctx, personId);
}

/** Stores a PIN. Another person's is recorded. @throws tooManyRequests */
export async function setPin(
  ctx: MutationCtx & Staff,
  { row, userId }: Person,
  pinHash: string,
  now: number,
) {
  if (row === null) return refuse("pinNeedsName");
  if (userId !== ctx.userId) {
    const bucket = `roles:${ctx.business._id}`;
    const limits = [[bucket, roleChangesPerBusiness]] as const;
    const wait = await takeFromAll(ctx, limits, now);
    if (wait !== null) throw appError("tooManyRequests", wait);
    await recordPerson(ctx, "memberPinSet", row, nothing, now);
  }
  await ctx.db.patch("members", row._id, { pinHash });
  return { ok: true as const };
}

/** Puts a person on the tablet, or says why not. A refusal counts. @throws notFound, tooManyRequests */
export async function unlock(
  ctx: AtTablet,
  { personId, pinHash }: { personId: string; pinHash: string },
  now: number,
) {
  const { tablet, business } = ctx;
  const people = await peopleOf(ctx, business);
  const row = people.find(({ userId }) => userId === personId)?.row ?? null;
  if (row === null) throw appError("notFound");
  const checked = business.withoutPins
    ? null
    : await wrongPin(ctx, row, pinHash, now);
  if (checked !== null) return checked;
  const bucket = [`unlocks:${tablet._id}`, unlocksPerTablet] as const;
  const wait = await takeFromAll(ctx, [bucket], now);
  if (wait !== null) throw appError("tooManyRequests", wait);
  await prolongSession(ctx, now);
  await stayUntil(ctx, tablet, row.userId, now + STAY_MS);
  return { ok: true as const };
}

/** Counted before the answer, so that parallel guesses cannot pass the limits. */
async function wrongPin(
  ctx: AtTablet,
  { _id, pinHash: right }: Doc<"members">,
  pinHash: string,
  now: number,
) {
  if (right === undefined) return refuse("pinNotSet");
  const here = `pin:${ctx.tablet._id}:${_id}`;
  const ofAll = `pin:${_id}`;
  const wait = await takeFromAll(
    ctx,
    [
      [here, pinTries],
      [ofAll, pinTriesOfPerson],
    ],
    now,
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

export const lock = async (ctx: AtTablet) => await lockTablet(ctx, ctx.tablet);

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
