/** Queries sent before their screen renders, so that the answers are there when it does. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, OptionalRestArgs } from "convex/server";

/** How long an answer is kept for its screen, ms. On a slow phone the screen's file takes a while. */
const KEPT_MS = 20_000;

type AnyQuery = FunctionReference<"query">;

export function askEarly<Query extends AnyQuery>(
  convex: Pick<ConvexReactClient, "watchQuery">,
  query: Query,
  ...args: OptionalRestArgs<Query>
): void {
  const stop = convex.watchQuery(query, ...args).onUpdate(() => undefined);
  window.setTimeout(stop, KEPT_MS);
}
