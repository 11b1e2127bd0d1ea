/** A query that keeps its last good answer, so the display stays when a query fails. */
import { useConvex, type ConvexReactClient } from "convex/react";
import type {
  FunctionArgs,
  FunctionReference,
  FunctionReturnType,
} from "convex/server";
import { useMemo, useSyncExternalStore } from "react";

/** @param query the same object at each call: `api` makes a new one at each access */
export function useGood<Query extends FunctionReference<"query">>(
  query: Query,
  businessId: string,
): FunctionReturnType<Query> | undefined {
  const convex = useConvex();
  const answer = useMemo(
    () => lastGood(convex, query, { businessId }),
    [convex, query, businessId],
  );
  return useSyncExternalStore(answer.subscribe, answer.read);
}

function lastGood<Query extends FunctionReference<"query">>(
  convex: ConvexReactClient,
  query: Query,
  args: FunctionArgs<Query>,
) {
  const watch = convex.watchQuery(query, args);
  let good: FunctionReturnType<Query> | undefined;
  const take = () => {
    try {
      const answer = watch.localQueryResult();
      if (answer !== undefined) good = answer;
    } catch (error) {
      console.error("The board keeps its last picture", error);
    }
  };
  return {
    subscribe: (notify: () => void) => {
      take();
      return watch.onUpdate(() => {
        take();
        notify();
      });
    },
    read: () => good,
  };
}
