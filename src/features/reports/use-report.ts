/** The server's data for a range, merged from the parts of its query. */
import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import type { Value } from "convex/values";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { mergeCells, type LostCell } from "../../../convex/reports/rules/lost";
import {
  mergePeople,
  type PersonSums,
} from "../../../convex/reports/rules/people";
import { mergeSums, type Sums } from "../../../convex/reports/rules/sums";
import { queueLabel } from "../../strings/language/intl";
import { partsOf, type Days } from "./ranges";

export type Names = ReadonlyMap<string, string>;
/** `from` is the first day that the plan shows, `last` the sums of the last day; null where it shows none of them. */
export type Report = {
  sums: Sums;
  last: Sums;
  names: Names;
  from: string;
} | null;

// Made once: a function reference is an object, and a new one would repeat the query.
const SUMS = api.reports.periods.sums;
const LOST = api.reports.periods.lost;
const PEOPLE = api.reports.people.sums;
type SumsAnswer = FunctionReturnType<typeof SUMS>;
type LostAnswer = FunctionReturnType<typeof LOST>;
type PeopleAnswer = FunctionReturnType<typeof PEOPLE>;

/** Undefined until complete. @param last a day whose sums are needed alone @throws what the server threw, while rendering */
export function useReport(
  days: Days | null,
  last: string,
  queueId: string | null,
): Report | undefined {
  const answers = useParts<SumsAnswer>(SUMS, days, last, queueId);
  return useMemo(() => {
    if (answers === undefined) return undefined;
    const shown = answers.filter((answer) => answer.ok);
    const first = shown[0];
    const end = shown.at(-1);
    if (first === undefined || end === undefined) return null;
    return {
      sums: mergeSums(shown.map(({ sums }) => sums)),
      last: end.sums,
      names: new Map(
        shown.flatMap(({ names }) =>
          names.map((one) => [one.queueId, queueLabel(one)] as const),
        ),
      ),
      from: first.day,
    };
  }, [answers]);
}

export function useLost(days: Days, today: string): LostCell[] | undefined {
  const answers = useParts<LostAnswer>(LOST, days, today);
  return useMemo(
    () =>
      answers &&
      mergeCells(answers.flatMap((answer) => (answer.ok ? answer.cells : []))),
    [answers],
  );
}

export function usePeople(days: Days, today: string): PersonSums[] | undefined {
  const answers = useParts<PeopleAnswer>(PEOPLE, days, today);
  return useMemo(
    () =>
      answers &&
      mergePeople(answers.flatMap((one) => (one.ok ? one.people : []))),
    [answers],
  );
}

function useParts<Answer>(
  query: typeof SUMS | typeof LOST | typeof PEOPLE,
  days: Days | null,
  last: string,
  queueId?: string | null,
): readonly Answer[] | undefined {
  const { from, to } = days ?? { from: "", to: "" };
  const queries = useMemo(() => {
    const parts = from === "" ? [] : partsOf({ from, to }, last);
    const argsOf = (part: Days): Record<string, Value> =>
      queueId === undefined ? part : { ...part, queueId };
    return Object.fromEntries(
      parts.map((part) => [part.from, { query, args: argsOf(part) }]),
    );
  }, [query, from, to, last, queueId]);
  const answers = useQueries(queries) as Record<string, Answer | Error>;
  return useMemo(() => {
    const all = Object.keys(queries)
      .sort()
      .map((part) => answers[part]);
    const failed = all.find((answer) => answer instanceof Error);
    if (failed !== undefined) throw failed;
    return all.includes(undefined) ? undefined : (all as Answer[]);
  }, [answers, queries]);
}
