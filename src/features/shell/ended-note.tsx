/** On the login page: why a user who did not log out is here. ended-session.tsx detects it. */
import { useQueries } from "convex/react";
import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import { account } from "../../strings/account";
import {
  endedElsewhere,
  setEndedElsewhere,
  watchEnded,
  type Ended,
} from "../../lib/account/logging-out";

export function EndedNote() {
  const ended = useSyncExternalStore(watchEnded, endedElsewhere);
  const [shown, setShown] = useState(ended);
  if (ended !== null && shown === null) setShown(ended);
  useEffect(() => () => setEndedElsewhere(null), []);
  const words = useWords(shown);
  return (
    <div role="status" className={words === null ? undefined : "mb-5"}>
      {words !== null && (
        <p className="rounded-md bg-info-soft px-4 py-3 font-medium wrap-anywhere text-info-text">
          {words}
        </p>
      )}
    </div>
  );
}

/** Who was taken off a team has no account any more. */
function useWords(ended: Ended | null): string | null {
  const member = ended?.member ?? null;
  const asked = useMemo(() => {
    const query = api.account.current.isDeleted;
    return {
      ...(member && {
        isDeleted: { query, args: { userId: member.userId } },
      }),
    };
  }, [member]);
  // Not useQuery: after a failure the page says less.
  const { isDeleted } = useQueries(asked) as { isDeleted?: boolean | Error };
  if (ended === null) return null;
  if (ended.tablet) return account.tabletEnded;
  if (member === null) return account.endedElsewhere;
  if (isDeleted === undefined) return null;
  return isDeleted === true
    ? account.offTeam(member.shop)
    : account.endedElsewhere;
}
