/** A list that grows a page at a time and stays live, as screens show it. */
import {
  usePaginatedQuery,
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
} from "convex/react";

export type List<Row> = {
  /** undefined until the first page has loaded. */
  rows: readonly Row[] | undefined;
  /** Loads the next page; null where there is none, or while it loads. */
  more: (() => void) | null;
  isLoadingMore: boolean;
};

/** Other arguments start at their first page. `numItems` is a page. @throws what the query throws */
export function useList<Query extends PaginatedQueryReference>(
  query: Query,
  asked: PaginatedQueryArgs<Query>,
  numItems: number,
): List<PaginatedQueryItem<Query>> {
  const { results, status, loadMore } = usePaginatedQuery(query, asked, {
    initialNumItems: numItems,
  });
  return {
    rows: status === "LoadingFirstPage" ? undefined : results,
    more: status === "CanLoadMore" ? () => loadMore(numItems) : null,
    isLoadingMore: status === "LoadingMore",
  };
}
