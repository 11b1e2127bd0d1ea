/** The shop's shared tablets. product.md R8 to R10 */
import { v, type Infer } from "convex/values";
import { internal } from "../_generated/api";
import { ensureManager, ensureProven } from "../account/data/access";
import { pairingCode } from "../account/services/randomness";
import { refuse } from "../base/rules/errors";
import { doneOr, doneWith } from "../base/rules/refusals";
import { nameProblems } from "../base/rules/shortName";
import { hashSecret } from "../base/rules/secrets";
import { environment } from "../base/services/env";
import { pinHashOf } from "../base/services/caller";
import { lockTablet } from "../business/data/members";
import { readCode, readPin } from "../business/rules/tablets";
import {
  counterQuery,
  internalMutation,
  managerAction,
  managerMutation,
  managerQuery,
  personMutation,
  tabletMutation,
  tabletQuery,
} from "../functions";
import { ensureSelfOrBelow } from "./data/people";
import * as tablets from "./data/tablets";

const tabletId = v.id("tablets");
const kept = doneWith({ tabletId }, ...nameProblems, "tooManyTablets");
const added = doneWith(
  { tabletId, code: v.string() },
  ...nameProblems,
  "tooManyTablets",
);

/** The shop's tablets, and whether they ask for PINs. */
export const list = managerQuery({
  args: {},
  returns: v.object({
    tablets: v.array(
      v.object({
        tabletId: v.id("tablets"),
        name: v.string(),
        isPaired: v.boolean(),
        /** Who is on it; null: it is locked. */
        person: v.nullable(v.string()),
      }),
    ),
    needsPins: v.boolean(),
  }),
  handler: async (ctx) => ({
    tablets: await tablets.tabletsWithPeople(ctx, ctx.business._id),
    needsPins: ctx.business.withoutPins !== true,
  }),
});

/** Adds a tablet, and returns its pairing code. @throws notAllowed, emailUnproven, tooManyRequests */
export const add = managerAction({
  args: { name: v.string() },
  returns: added,
  handler: async (ctx, { name }): Promise<Infer<typeof added>> => {
    const code = pairingCode();
    const codeHash = await hashSecret(code);
    const made: Infer<typeof kept> = await ctx.runMutation(
      internal.team.tablets.keep,
      { name, codeHash },
    );
    return made.ok ? { ...made, code } : made;
  },
});

/** Stores a tablet with its code. */
export const keep = internalMutation({
  args: { name: v.string(), codeHash: v.string() },
  returns: kept,
  handler: async (ctx, given) => {
    const staff = await ensureManager(ctx);
    await ensureProven(ctx, environment());
    return await tablets.keepTablet({ ...ctx, ...staff }, given, Date.now());
  },
});

/** Signs in the tablet of a code; null for a wrong one. For auth.ts. */
export const pair = internalMutation({
  args: { code: v.string() },
  returns: v.nullable(
    v.object({ userId: v.id("users"), sessionId: v.id("authSessions") }),
  ),
  handler: async (ctx, { code }) => {
    const codeHash = await hashSecret(readCode(code));
    return await tablets.pairTablet(ctx, codeHash, Date.now());
  },
});

/** Ends a tablet's access at once. @throws notFound */
export const end = managerMutation({
  args: { tabletId: v.string() },
  returns: v.null(),
  handler: async (ctx, { tabletId }) =>
    await tablets.endTablet(ctx, tabletId, Date.now()),
});

/** Whether the shop's tablets ask for PINs. */
export const needPins = managerMutation({
  args: { needed: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { needed }) => await tablets.needPins(ctx, needed),
});

/** Sets a PIN: the caller's own, or that of someone with a lower role. @throws notFound, notAllowed, tooManyRequests */
export const setPin = personMutation({
  args: { personId: v.string(), pin: v.string() },
  returns: doneOr("pinInvalid", "pinNeedsName"),
  handler: async (ctx, { personId, pin: typed }) => {
    const person = await ensureSelfOrBelow(ctx, personId);
    const pin = readPin(typed);
    if (pin === null) return refuse("pinInvalid");
    const pinHash = await pinHashOf(person.userId, pin);
    return await tablets.setPin(ctx, person, pinHash, Date.now());
  },
});

/** Whether the caller has a PIN; null where they need none. */
export const ownPin = counterQuery({
  args: {},
  returns: v.nullable(v.object({ isSet: v.boolean() })),
  handler: async (ctx) => await tablets.ownPinOf(ctx),
});

/** What the locked tablet shows: the people of the shop. */
export const names = tabletQuery({
  args: {},
  returns: v.object({
    people: v.array(
      v.object({
        personId: v.id("users"),
        name: v.string(),
        hasPin: v.boolean(),
      }),
    ),
    needsPins: v.boolean(),
  }),
  handler: async (ctx) => ({
    people: await tablets.namesFor(ctx, ctx.business),
    needsPins: ctx.business.withoutPins !== true,
  }),
});

/** Puts a person on the tablet. The PIN is ignored where the shop needs none. @throws notFound */
export const unlock = tabletMutation({
  args: { personId: v.string(), pin: v.string() },
  returns: doneOr("pinNotSet", "pinWrong", "pinBlocked"),
  handler: async (ctx, { personId, pin: typed }) => {
    const person = await tablets.ensureShown(ctx, personId);
    const pin = readPin(typed);
    const pinHash = pin && (await pinHashOf(person.userId, pin));
    return await tablets.unlock(ctx, person, pinHash, Date.now());
  },
});

/** A sign of life: someone touched the tablet. */
export const stay = tabletMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await tablets.stay(ctx, Date.now()),
});

/** Takes the person off the tablet. */
export const lock = tabletMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await lockTablet(ctx, ctx.tablet),
});
