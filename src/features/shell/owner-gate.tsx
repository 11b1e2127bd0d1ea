/** Controls access to the owner's screens. gate.ts decides; this renders and redirects. */
import { useEffect, useState, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { may } from "../../../convex/business/rules/roles";
import { useFreshness } from "../../lib/server/connection";
import {
  useSession,
  useSettledSession,
  type KnownSession,
} from "../../lib/account/me";
import { RoleArea } from "../../lib/account/role";
import { paths, servePath } from "../../lib/address/paths";
import { everyone } from "../../strings/everyone";
import { parts } from "../../strings/parts";
import { openClock } from "../../strings/language/page-clock";
import { signedIn } from "../../strings/signed-in";
import { errorText } from "../../strings/refusals/visitor";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Mark } from "../../ui/mark";
import { showError } from "../../ui/toast";
import { ReloadButton, TroubleScreen } from "../../ui/something-wrong";
import { WaitingScreen } from "../../ui/waiting";
import { useFixProfile } from "./fix-profile";
import { gateOf, type Requirement } from "./gate";
import { isLoggingOut } from "../../lib/account/logging-out";
import type { Account, Business } from "./types";
import { useLogout } from "./use-logout";

type Content = (account: Account, business: Business) => ReactNode;

/**
 * @param at the page, which not every role may open
 * @param unread the text when the server cannot identify the session
 */
export function OwnerGate({
  at = paths.dashboard,
  requires = "subscription",
  title = signedIn.dashboard,
  unread = signedIn.profileNotChecked,
  atOnce,
  children,
}: {
  at?: string;
  requires?: Requirement;
  title?: string;
  unread?: string;
  atOnce?: boolean;
  children: Content;
}) {
  const now = useSession();
  const session = useSettledSession(now);
  const failure =
    now.is === "failed" && session.is === "signedIn"
      ? errorText(now.error, parts.session.noAnswer)
      : null;
  // An owner at work stays: the server checks every call.
  useEffect(() => {
    if (failure !== null) showError(parts.session.notChecked(failure));
  }, [failure]);
  if (session.is === "failed") {
    return (
      <TroubleScreen title={title} text={unread}>
        <ReloadButton />
      </TroubleScreen>
    );
  }
  return (
    <Gated {...{ session, at, requires, title, atOnce }}>{children}</Gated>
  );
}

function Gated(props: {
  session: KnownSession;
  at: string;
  requires: Requirement;
  title: string;
  atOnce: boolean | undefined;
  children: Content;
}) {
  const { session, at, requires, title, atOnce, children } = props;
  const { pathname, search } = useLocation();
  const freshness = useFreshness();
  const place = pathname + search;
  // Kept, so that the owner is not redirected while serving the last person.
  const [serving] = useState(place === servePath);
  const gate = gateOf(session, {
    requirement: requires,
    at,
    place: isLoggingOut() ? null : place,
    serving,
    live: freshness.live,
  });
  const workedAt = useWorkedAt(session);
  const isFixing = gate.state === "fixing-profile" && workedAt === null;
  useFixProfile(isFixing ? gate.account.email : null);

  if (gate.state === "closed") {
    const { shop, why, account } = gate;
    return (
      <Closed title={signedIn.closed[why](shop)} email={account.email}>
        <ButtonLink to={paths.profile} size="lg">
          {signedIn.ownAccount}
        </ButtonLink>
      </Closed>
    );
  }
  const without =
    workedAt === null ? signedIn.noBusiness : signedIn.noLongerAt(workedAt);
  if (gate.state === "fixing-profile" && !isFixing) {
    return <Closed title={without} email={gate.account.email} />;
  }
  if (gate.state !== "ready") {
    return (
      <WaitingScreen
        title={title}
        text={signedIn.gate[gate.state]}
        offline={!freshness.live}
        atOnce={atOnce}
      />
    );
  }
  if (gate.leadsTo !== null) return <Navigate to={gate.leadsTo} replace />;
  const { account, business } = gate;
  if (business === null) {
    return <Closed title={without} email={account.email} />;
  }
  openClock(business);
  return (
    <RoleArea value={business.role}>{children(account, business)}</RoleArea>
  );
}

/** The other owner's shop where the person works, or did until a moment ago. */
function useWorkedAt(session: KnownSession): string | null {
  const [shop, setShop] = useState<string | null>(null);
  const business = session.is === "signedIn" ? session.me.business : null;
  const isMember = business !== null && !may(business.role, "ownShop");
  if (isMember && business.name !== shop) setShop(business.name);
  return shop;
}

function Closed(props: { title: string; email: string; children?: ReactNode }) {
  const { title, email, children } = props;
  const logout = useLogout();
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6 text-center"
    >
      <title>{everyone.titled(signedIn.dashboard)}</title>
      <span className="mx-auto">
        <Mark />
      </span>
      <h1 className="text-2xl font-extrabold tracking-tight text-balance">
        {title}
      </h1>
      {email !== "" && (
        <p className="text-ink-2">
          {signedIn.signedInAs[0]} <b className="wrap-anywhere">{email}</b>
          {signedIn.signedInAs[1]}
        </p>
      )}
      <Button variant="primary" size="lg" onClick={logout}>
        {signedIn.logOut}
      </Button>
      {children}
    </main>
  );
}
