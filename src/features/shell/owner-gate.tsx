/** Who may see the dashboard: a signed-in owner. Texts: specification, public part §4 (route gate). */
import { useConvexAuth, useQuery } from "convex/react";
import { useEffect, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { loginPath, paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Mark } from "../../ui/mark";
import { Spinner } from "../../ui/spinner";
import type { Account, Business } from "./types";
import { useLogout } from "./use-logout";

/** Shows its content once account and business are known; without a session it leads to the login page. */
export function OwnerGate({
  children,
}: {
  children: (account: Account, business: Business) => ReactNode;
}) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const navigate = useNavigate();
  const me = useQuery(api.account.me, isAuthenticated ? {} : "skip");
  // null: the session has just ended on the server, for example on another device.
  const signedOut = !isLoading && (!isAuthenticated || me === null);

  useEffect(() => {
    if (!signedOut || window.location.pathname !== String(paths.dashboard)) {
      return;
    }
    void navigate(loginPath(paths.dashboard), { replace: true });
  }, [signedOut, navigate]);

  if (!me) return <Verifying />;
  if (me.business === null) return <NoBusiness email={me.email} />;
  return children(me, me.business);
}

function Verifying() {
  return (
    <main id="main" className="grid min-h-dvh place-items-center p-6">
      <title>Dashboard · Yourturn</title>
      <p
        role="status"
        className="flex late items-center gap-3 text-lg font-semibold text-ink-2"
      >
        <Spinner />
        Verifying your account...
      </p>
    </main>
  );
}

/** Admins have an account without a shop. */
function NoBusiness({ email }: { email: string }) {
  const logout = useLogout();
  return (
    <main
      id="main"
      className="mx-auto grid min-h-dvh max-w-md content-center gap-4 p-6 text-center"
    >
      <title>Dashboard · Yourturn</title>
      <span className="mx-auto">
        <Mark />
      </span>
      <h1 className="text-2xl font-extrabold tracking-tight text-balance">
        This account has no business
      </h1>
      <p className="text-ink-2">
        You are signed in as <b className="wrap-anywhere">{email}</b>.
      </p>
      <Button variant="primary" size="lg" onClick={logout}>
        Logout
      </Button>
    </main>
  );
}
