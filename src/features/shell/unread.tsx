/** How many of the owner's matters with support hold an answer that was not read. */
import { useQueries } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { cn } from "../../lib/cn";
import { dashboard } from "../../texts/dashboard";
import { number } from "../../texts/intl";

const ASK = { unread: { query: api.support.unread, args: {} } };

/** Nothing for none. @param onIcon at the corner of a picture, in place of the end of a row */
export function Unread({ onIcon }: { onIcon: boolean }) {
  // Not useQuery, which throws a failure: a mark is worth no page.
  const count = useQueries(ASK)["unread"] as number | Error | undefined;
  if (typeof count !== "number" || count === 0) return null;
  return (
    <span
      className={cn(
        "grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand tab",
        onIcon ? "absolute -top-1 -right-1" : "ml-auto",
      )}
    >
      <span aria-hidden="true">{number(count)}</span>
      <span className="sr-only">{dashboard.places.unread(count)}</span>
    </span>
  );
}
