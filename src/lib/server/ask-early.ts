/** Questions to the server that go out before the screen is drawn that will ask them: its answers are there when it is. */
import type { ConvexReactClient } from "convex/react";
import type { FunctionReference, OptionalRestArgs } from "convex/server";

/** How long an answer is kept for a screen to take it up, ms; on a slow phone its file comes late. */
const KEPT_MS = 20_000;

type AnyQuery = FunctionReference<"query">;

/** Asks, and keeps the answer up to date for a while. */
export function askEarly<Query extends AnyQuery>(
  convex: Pick<ConvexReactClient, "watchQuery">,
  query: Query,
  ...args: OptionalRestArgs<Query>
): void {
  const stop = convex.watchQuery(query, ...args).onUpdate(() => undefined);
  window.setTimeout(stop, KEPT_MS);
}
