/** How many of the owner's support threads have an unread answer. */
import { useQueries } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { shell } from "../../strings/shell";
import { CountMark } from "./count-mark";

const ASK = { unread: { query: api.support.owner.unread, args: {} } };

export function Unread({ onIcon }: { onIcon: boolean }) {
  // Not useQuery: it throws a failure, and a mark must not break the page.
  const count = useQueries(ASK)["unread"] as number | Error | undefined;
  if (typeof count !== "number" || count === 0) return null;
  return (
    <CountMark count={count} label={shell.unread(count)} onIcon={onIcon} />
  );
}
