/**
 * A list that grows a page at a time and stays live. Each page keeps its end while watched (the journal of a paginated
 * query), so new rows cause no gaps or duplicates. convex/react's usePaginatedQuery does this too, but is too large
 * for the budgets of two pages.
 */
import { useQueries } from "convex/react";
import {
  getFunctionName,
  makeFunctionReference,
  type FunctionArgs,
  type FunctionReference,
  type FunctionReturnType,
  type PaginationResult,
} from "convex/server";
import { useMemo, useState } from "react";

type ListQuery = FunctionReference<
  "query",
  "public",
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a list asks for besides is its own
  any,
  PaginationResult<unknown>
>;
type RowOf<Query extends ListQuery> = FunctionReturnType<Query>["page"][number];

/** A list as its screen shows it. */
export type List<Row> = {
  /** undefined until the first page has loaded. */
  rows: readonly Row[] | undefined;
  /** Loads the next page; null where there is none, or while it loads. */
  more: (() => void) | null;
  isLoadingMore: boolean;
};

/**
 * Other arguments start at their first page.
 * @param numItems rows of a page
 * @throws what the query throws
 */
export function useList<Query extends ListQuery>(
  query: Query,
  asked: Omit<FunctionArgs<Query>, "paginationOpts">,
  numItems: number,
): List<RowOf<Query>> {
  const name = getFunctionName(query);
  const question = JSON.stringify(asked);
  const [place, setPlace] = useState({ question, ends: NONE });
  const ends = place.question === question ? place.ends : NONE;
  const queries = useMemo(
    () => pageQueries(name, question, ends, numItems),
    [name, question, ends, numItems],
  );
  const answers = Object.values(useQueries(queries)) as (
    | PaginationResult<RowOf<Query>>
    | Error
    | undefined
  )[];
  const pages = answers.filter((page) => page !== undefined);
  const rows = pages.flatMap((page) => {
    if (page instanceof Error) throw page;
    return page.page;
  });
  const last = answers.at(-1);
  const next =
    last === undefined || last instanceof Error || last.isDone
      ? null
      : last.continueCursor;
  return {
    rows: pages.length === 0 ? undefined : rows,
    more:
      next === null
        ? null
        : () => setPlace({ question, ends: [...ends, next] }),
    isLoadingMore: last === undefined && pages.length > 0,
  };
}

const NONE: readonly string[] = [];

function pageQueries(
  name: string,
  question: string,
  ends: readonly string[],
  numItems: number,
) {
  const query = makeFunctionReference<"query">(name);
  const asked = JSON.parse(question) as object;
  const pages = [null, ...ends].map((cursor, at) => {
    const args = { ...asked, paginationOpts: { numItems, cursor } };
    return [`${at}`, { query, args }] as const;
  });
  return Object.fromEntries(pages);
}
