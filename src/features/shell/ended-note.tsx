/** On the login page: why a user who did not log out is here. ended-session.tsx detects it. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { account } from "../../strings/account";
import {
  hasEndedElsewhere,
  setEndedElsewhere,
  watchEnded,
} from "../../lib/account/logging-out";

export function EndedNote() {
  const ended = useSyncExternalStore(watchEnded, hasEndedElsewhere);
  const [shown, setShown] = useState(ended);
  if (ended && !shown) setShown(true);
  useEffect(() => () => setEndedElsewhere(false), []);
  return (
    <div role="status" className={shown ? "mb-5" : undefined}>
      {shown && (
        <p className="rounded-md bg-info-soft px-4 py-3 font-medium text-info-text">
          {account.endedElsewhere}
        </p>
      )}
    </div>
  );
}
