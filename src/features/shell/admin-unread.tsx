/** How many support threads no admin has read. */
import { useQueries } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { admin } from "../../strings/admin/admin";
import { CountMark } from "./count-mark";

const ASK = { unread: { query: api.support.admin.unread, args: {} } };

export function AdminUnread({ onIcon }: { onIcon: boolean }) {
  // Not useQuery: it throws a failure, and a mark must not break the page.
  const count = useQueries(ASK)["unread"] as number | Error | undefined;
  if (typeof count !== "number" || count === 0) return null;
  return (
    <CountMark count={count} label={admin.menu.unread(count)} onIcon={onIcon} />
  );
}
