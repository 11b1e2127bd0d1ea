/** How many of the owner's matters with support hold an answer that was not read. */
import { useQueries } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { dashboard } from "../../strings/dashboard";
import { CountMark } from "./count-mark";

const ASK = { unread: { query: api.support.owner.unread, args: {} } };

/** Nothing for none. @param onIcon at the corner of a picture, in place of the end of a row */
export function Unread({ onIcon }: { onIcon: boolean }) {
  // Not useQuery, which throws a failure: a mark is worth no page.
  const count = useQueries(ASK)["unread"] as number | Error | undefined;
  if (typeof count !== "number" || count === 0) return null;
  return (
    <CountMark
      count={count}
      label={dashboard.places.unread(count)}
      onIcon={onIcon}
    />
  );
}
