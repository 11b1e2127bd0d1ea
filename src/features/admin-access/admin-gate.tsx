/** Controls access to the admin portal. The server checks every call for its content. */
import { useAuthActions } from "@convex-dev/auth/react";
import { ConvexProvider, useConvex } from "convex/react";
import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from "react";
import { Navigate, useLocation } from "react-router-dom";
import { adminLoginPath } from "../../lib/address/admin-paths";
import { useFreshness } from "../../lib/server/connection";
import { isLoggingOut } from "../../lib/account/logging-out";
import { useSession, useSettledSession, type Me } from "../../lib/account/me";
import { paths } from "../../lib/address/paths";
import { admin } from "../../strings/admin/admin";
import { signedIn } from "../../strings/signed-in";
import { ButtonLink } from "../../ui/button-link";
import { TroubleScreen } from "../../ui/something-wrong";
import { WaitingScreen } from "../../ui/waiting";
import { Confirming } from "./confirming";
import { EndedWindow } from "./ended-window";
import { patientClient } from "./patient-client";
import { SetUpScreen } from "./set-up-screen";

const { gate: strings } = admin;
const { "checking-auth": checking } = signedIn.gate;

type Props = {
  /** `onReady` follows after the recovery codes, which are shown once. */
  setUp: (email: string, onReady: () => void) => ReactNode;
  onSignOut: () => void;
  children: (me: Me) => ReactNode;
};

export function AdminGate(props: Props) {
  const session = useSettledSession(useSession());
  const { signOut } = useAuthActions();
  const freshness = useFreshness();
  const [hasFailed, setFailed] = useState(false);
  if (session.is === "failed" && !hasFailed) setFailed(true);
  useEffect(() => {
    if (hasFailed) void signOut();
  }, [hasFailed, signOut]);

  if (hasFailed) {
    return (
      <TroubleScreen title={strings.failed} text={strings.failedMeaning}>
        <ButtonLink variant="primary" size="hero" to={paths.adminLogin}>
          {admin.logIn}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (session.is === "signedOut") return <ToLogin />;
  if (session.is !== "signedIn") {
    return (
      <WaitingScreen
        title={admin.badge}
        text={checking}
        offline={!freshness.live}
      />
    );
  }
  if (!session.me.isAdmin) {
    return (
      <TroubleScreen title={strings.required} text={strings.notAdmin}>
        <ButtonLink variant="primary" size="hero" to={paths.dashboard}>
          {strings.toDashboard}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  return <Portal me={session.me} {...props} />;
}

/** For an admin. A page that was open when the session ended stays mounted, hidden, until the password is entered. */
function Portal({ me, setUp, onSignOut, children }: Props & { me: Me }) {
  const convex = useConvex();
  const patient = useMemo(() => patientClient(convex), [convex]);
  const { email, adminSession } = me;
  const isOpen = adminSession !== null;
  const [hasEntered, setEntered] = useState(isOpen);
  const needsFactor = adminSession?.needsSecondFactor === true;
  const [isSettingUp, setSettingUp] = useState(needsFactor);
  if (needsFactor && !isSettingUp) setSettingUp(true);
  const open = useCallback(() => setSettingUp(false), []);
  if (isOpen && !hasEntered) setEntered(true);
  if (!hasEntered) return <ToLogin />;
  if (isOpen && isSettingUp) {
    return (
      <SetUpScreen onSignOut={onSignOut}>{setUp(email, open)}</SetUpScreen>
    );
  }
  return (
    <ConvexProvider client={patient}>
      <Confirming email={email}>
        <div className={isOpen ? "contents" : "invisible"}>{children(me)}</div>
        {!isOpen && <EndedWindow email={email} onSignOut={onSignOut} />}
      </Confirming>
    </ConvexProvider>
  );
}

function ToLogin() {
  const { pathname, search } = useLocation();
  // After a logout the login page leads to the start, as in use-logout.ts. This redirect may come later.
  const login = isLoggingOut()
    ? paths.adminLogin
    : adminLoginPath(pathname + search);
  return <Navigate to={login} replace />;
}
