/** On the login page: why a user who did not log out is here. ended-session.tsx detects it. */
import {
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { useAnswer } from "../../lib/server/use-answer";
import { account } from "../../strings/account";
import {
  endedElsewhere,
  setEndedElsewhere,
  watchEnded,
  type Ended,
} from "../../lib/account/logging-out";
import { paths } from "../../lib/address/paths";
import { bannerLink } from "../../ui/banner";

export function EndedNote() {
  const ended = useSyncExternalStore(watchEnded, endedElsewhere);
  const [shown, setShown] = useState(ended);
  if (ended !== null && shown === null) setShown(ended);
  useEffect(() => () => setEndedElsewhere(null), []);
  return (
    <div role="status" className="not-empty:mb-5">
      {shown !== null && <Why {...shown} />}
    </div>
  );
}

function Why({ tablet, member }: Ended) {
  if (tablet)
    return (
      <Words>
        {account.tabletEnded}{" "}
        <Link to={paths.tablet} className={bannerLink}>
          {account.pairAgain}
        </Link>
      </Words>
    );
  if (member === null) return <Words>{account.endedElsewhere}</Words>;
  return <OffTeam {...member} />;
}

/** People taken off a team no longer have an account. */
function OffTeam({ userId, shop }: NonNullable<Ended["member"]>) {
  // After a failure the page says less.
  const isDeleted = useAnswer(api.account.current.isDeleted, { userId });
  if (isDeleted === undefined) return null;
  return (
    <Words>
      {isDeleted === true ? account.offTeam(shop) : account.endedElsewhere}
    </Words>
  );
}

function Words({ children }: { children: ReactNode }) {
  return (
    <p className="rounded-md bg-info-soft px-4 py-3 font-medium wrap-anywhere text-info-text">
      {children}
    </p>
  );
}
