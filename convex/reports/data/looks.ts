/** Looks at the waits at the door: one row each until it is known whether the visitor joined, then sums by day. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Caller } from "../../base/rules/addresses";
import { appError, must } from "../../base/rules/errors";
import { activePeople, waitFactsOf } from "../../queue/rules/lineState";
import { LOOK_MS } from "../rules/lookTime";
import { toldBy, withLook, type LookCell } from "../rules/looks";
import { businessDay, openingFrom } from "../../business/rules/opening";
import { plans } from "../../base/rules/plans";
import { looksPerBusiness, looksPerNetwork } from "../../base/rules/rateLimit";
import { isClientSecret } from "../../base/rules/secrets";
import { wallClock } from "../../base/rules/timezones";
import { toldWith } from "../../queue/rules/whatIf";
import { findBusiness } from "../../business/data/businesses";
import { linesOfBusiness } from "../../queue/data/lines";
import { takeFromAll } from "../../base/data/rateLimits";
import { isSubscribed } from "../../billing/data/subscriptions";
import { job } from "../../base/data/job";
import { rowBy } from "../../base/data/rowBy";

/** Once per key. Ignores looks beyond the limit of a network, or of all. @throws invalidInput for a malformed key */
export async function noteLook(
  ctx: MutationCtx,
  args: { businessId: string; key: string; caller: Caller },
  now: number,
): Promise<void> {
  const { key, caller } = args;
  if (!isClientSecret(key)) throw appError("invalidInput");
  const business = await findBusiness(ctx, args.businessId);
  if (business === null || (await lookOf(ctx, key)) !== null) return;
  const businessId = business._id;
  const wait = await takeFromAll(
    ctx,
    now,
    [`look:${businessId}:${caller.network}`, looksPerNetwork],
    [`look:${businessId}`, looksPerBusiness],
  );
  if (wait !== null) return;
  if (!(await isSubscribed(ctx, businessId))) return;
  const lines = [...(await linesOfBusiness(ctx, businessId)).values()].filter(
    ({ isActive }) => isActive,
  );
  if (lines.length === 0) return;
  const isOpen = openingFrom(business, now).isOpen;
  const limit = plans[business.plan].peoplePerQueue;
  const shown = lines.map((line) => ({
    isFull: activePeople(line.state) >= limit,
    ...(isOpen
      ? toldWith(waitFactsOf(line), line.state.waitingCount, now)
      : { told: null, oneMore: null }),
  }));
  const day = businessDay(business, now);
  const { hour } = wallClock(now, business.timezone);
  await ctx.db.insert("looks", {
    businessId,
    key,
    day,
    hour,
    ...toldBy(shown),
    joined: false,
    until: now + LOOK_MS,
  });
}

/** Marks a look as joined, and returns what the ticket keeps of it; undefined without a look. */
export async function joinedAfterLook(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  key: string | undefined,
): Promise<Doc<"tickets">["look"]> {
  if (key === undefined) return undefined;
  const row = await lookOf(ctx, key);
  if (row === null || row.businessId !== businessId || row.joined) {
    return undefined;
  }
  await ctx.db.patch("looks", row._id, { joined: true });
  const { day, hour, told, oneMore } = row;
  return { key, day, hour, told, oneMore };
}

/** Takes the look of a test ticket out of the figures, whether counted yet or not. */
export async function takeBackLook(
  ctx: MutationCtx,
  { businessId, look }: Doc<"tickets">,
): Promise<void> {
  if (look === undefined) return;
  const row = await lookOf(ctx, look.key);
  if (row !== null) return await ctx.db.delete("looks", row._id);
  await changeCells(ctx, businessId, look.day, (cells) =>
    withLook(cells, look, true, -1),
  );
}

export const looksOver = job<Doc<"looks">>({
  due: (ctx, at, page) =>
    ctx.db
      .query("looks")
      .withIndex("by_until", (q) => q.lte("until", at))
      .paginate(page),
  work: async (ctx, over) => {
    const placeOf = (look: Doc<"looks">) => `${look.businessId} ${look.day}`;
    const days = Map.groupBy(over, placeOf);
    for (const looks of days.values()) {
      const { businessId, day } = must(looks[0], "look of a day");
      if ((await ctx.db.get("businesses", businessId)) === null) continue;
      await changeCells(ctx, businessId, day, (cells) =>
        looks.reduce((sum, look) => withLook(sum, look, look.joined), cells),
      );
    }
    for (const { _id } of over) await ctx.db.delete("looks", _id);
    return "done";
  },
});

const dayOf = rowBy("lookDays", "businessId_and_day");

/** Changes one day's cells, creating its row if needed. */
export async function changeCells(
  ctx: MutationCtx,
  businessId: Id<"businesses">,
  day: string,
  change: (cells: LookCell[]) => LookCell[],
): Promise<void> {
  const row = await dayOf(ctx, businessId, day);
  const cells = change(row?.cells ?? []);
  if (row !== null) await ctx.db.patch("lookDays", row._id, { cells });
  else await ctx.db.insert("lookDays", { businessId, day, cells });
}

const lookOf = rowBy("looks", "key");
