/** One page of a long list at a time. */
import { useQuery } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  PaginationOptions,
  PaginationResult,
} from "convex/server";
import { useState } from "react";

/** Most rows of a page. */
export const PAGE = 20;

type PageQuery<Row> = FunctionReference<
  "query",
  "public",
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a list asks for besides is its own
  any,
  PaginationResult<Row>
>;

type Asked<Query extends PageQuery<unknown>> = Omit<
  FunctionArgs<Query>,
  "paginationOpts"
>;

type RowOf<Query> = Query extends PageQuery<infer Row> ? Row : never;

/** The start of a page: its cursor, and how many rows are before it. */
type Start = { cursor: string; before: number };

/** Other arguments start at page one; until their answer the last one stays, as `stale`. @throws the query's error */
export function usePages<Query extends PageQuery<unknown>>(
  query: Query,
  asked: Asked<Query>,
) {
  const question = JSON.stringify(asked);
  const [place, setPlace] = useState<{ question: string; starts: Start[] }>({
    question,
    starts: [],
  });
  const starts = place.question === question ? place.starts : [];
  const { cursor = null, before = 0 } = starts.at(-1) ?? {};
  const paginationOpts: PaginationOptions = { numItems: PAGE, cursor };
  const args = { ...asked, paginationOpts } as FunctionArgs<Query>;
  const answer = useQuery(query, args) as
    | PaginationResult<RowOf<Query>>
    | undefined;
  const [shown, setShown] = useState(answer);
  if (answer !== undefined && answer !== shown) setShown(answer);
  const page = answer ?? shown;
  const go = (next: Start[]) => setPlace({ question, starts: next });
  return {
    /** undefined until the first answer. */
    rows: page?.page,
    /** These rows answer earlier arguments. */
    stale: answer === undefined && page !== undefined,
    before,
    isLast: page?.isDone ?? true,
    /** null on the last page. */
    next:
      answer === undefined || answer.isDone
        ? null
        : () =>
            go([
              ...starts,
              {
                cursor: answer.continueCursor,
                before: before + answer.page.length,
              },
            ]),
    previous: starts.length === 0 ? null : () => go(starts.slice(0, -1)),
  };
}

export type Pages<Row> = Omit<
  ReturnType<typeof usePages<PageQuery<Row>>>,
  "rows"
> & { rows: readonly Row[] | undefined };
