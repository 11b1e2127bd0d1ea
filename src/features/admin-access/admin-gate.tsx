/** Who may see the admin portal. What is shown there, the server checks with every call. */
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useFreshness } from "../../lib/connection";
import { adminLoginPath } from "../../lib/admin-paths";
import { useSession, useSettledSession, type Me } from "../../lib/me";
import { paths } from "../../lib/paths";
import { admin } from "../../texts/admin";
import { everyone } from "../../texts/everyone";
import { signedIn } from "../../texts/signed-in";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { TroubleScreen, WaitingScreen } from "../../ui/waiting";

const { gate: texts } = admin;
const { "checking-auth": checking } = signedIn.gate;

/** Shows its content to admins; leads to the sign-in without a session, and says so to everybody else. */
export function AdminGate({ children }: { children: (me: Me) => ReactNode }) {
  const session = useSettledSession(useSession());
  const { pathname, search } = useLocation();
  const freshness = useFreshness();
  const toLogin = <Navigate to={adminLoginPath(pathname + search)} replace />;
  if (session.is === "signedOut") return toLogin;
  if (session.is === "failed") {
    return (
      <TroubleScreen title={texts.failed} text={everyone.session.noAnswer}>
        <Button
          variant="primary"
          size="hero"
          icon={RefreshCw}
          onClick={() => window.location.reload()}
        >
          {everyone.refreshPage}
        </Button>
      </TroubleScreen>
    );
  }
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
      <TroubleScreen title={texts.required} text={texts.notAdmin}>
        <ButtonLink variant="primary" size="hero" to={paths.dashboard}>
          {texts.toDashboard}
        </ButtonLink>
      </TroubleScreen>
    );
  }
  if (session.me.adminSession === null) return toLogin;
  return children(session.me);
}
