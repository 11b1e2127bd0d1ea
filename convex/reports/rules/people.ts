/** What the people of a team did in a range of days. */
import { v, type Infer } from "convex/values";
import {
  personCountsValidator,
  withPersonAdded,
  type PersonCounts,
} from "../../queue/rules/personDays";

export const personSumsValidator = v.object({
  personId: v.id("users"),
  /** Null for an owner without a name. */
  name: v.nullable(v.string()),
  sums: personCountsValidator,
});
export type PersonSums = Infer<typeof personSumsValidator>;

/** One row per person, most served first: of days, or of the parts of a range. */
export function mergePeople<Row extends Omit<PersonSums, "name">>(
  rows: readonly Row[],
): Row[] {
  const people = Map.groupBy(rows, ({ personId }) => personId);
  return [...people.values()]
    .map((own) =>
      own.reduce((sum, { sums }) => ({
        ...sum,
        sums: withPersonAdded(sum.sums, sums),
      })),
    )
    .sort((a, b) => b.sums.served - a.sums.served);
}

/** Minutes; null where nobody was marked 'Here'. */
export function meanService(sums: PersonCounts): number | null {
  const { services, serviceMsSum } = sums;
  return services === 0 ? null : serviceMsSum / services / 60_000;
}
