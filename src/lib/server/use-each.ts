/** One query for each of several ids. */
import { useQueries } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useMemo, useState } from "react";

/**
 * The answers by id. Unlike useQuery's, a failure is an answer. Uses the query of the first render.
 * @param argument the query's only one, which takes the id
 */
export function useEach<Query extends FunctionReference<"query">>(
  query: Query,
  argument: keyof FunctionArgs<Query>,
  ids: readonly string[],
): Record<string, FunctionReturnType<Query> | Error | undefined> {
  const [first] = useState(query);
  const all = ids.join();
  const asked = useMemo(() => {
    const each = all === "" ? [] : all.split(",");
    return Object.fromEntries(
      each.map((id) => [id, { query: first, args: { [argument]: id } }]),
    );
  }, [first, argument, all]);
  return useQueries(asked);
}
