/** Reads what the people of a team did in a range of days: a bounded number of rows (product.md W14). */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { maxPeople } from "../../base/rules/plans";
import { membersOf, namesInTeam } from "../../business/data/members";
import { noCounts } from "../../queue/rules/personDays";
import { mergePeople } from "../rules/people";
import { PART_DAYS } from "../rules/sums";
import { ensureRange, shownRange, type Range } from "./periods";

/** Everybody on every day, and as many who left. */
const MAX_ROWS = 2 * PART_DAYS * maxPeople;

/** One person, or (null) everybody who works there, and who left but has figures. @throws invalidInput */
export async function peopleIn(
  ctx: QueryCtx & { business: Doc<"businesses"> },
  asked: Range,
  only: Id<"users"> | null,
) {
  const shown = await shownRange(ctx, ensureRange(asked));
  if (!shown.ok) return shown;
  const { from, to } = shown;
  const { _id: businessId, ownerId } = ctx.business;
  const table = ctx.db.query("personDays");
  const days =
    only === null
      ? table.withIndex("by_businessId_and_day", (q) =>
          q.eq("businessId", businessId).gte("day", from).lte("day", to),
        )
      : table.withIndex("by_person_and_day", (q) =>
          q
            .eq("businessId", businessId)
            .eq("userId", only)
            .gte("day", from)
            .lte("day", to),
        );
  const rows = (await days.take(MAX_ROWS)).map(({ userId, counts }) => ({
    ...{ personId: userId, sums: counts },
  }));
  const members = only === null ? await membersOf(ctx, businessId) : [];
  const team = new Set([only ?? ownerId, ...members.map((one) => one.userId)]);
  const idle = [...team].map((personId) => ({ personId, sums: noCounts() }));
  const nameOf = namesInTeam(ctx, businessId);
  const people = await Promise.all(
    mergePeople([...idle, ...rows]).map(async (one) => ({
      ...one,
      name: await nameOf(one.personId),
    })),
  );
  return { ok: true as const, people };
}
