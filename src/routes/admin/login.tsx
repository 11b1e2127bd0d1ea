/** /admin/login, with ?redirect= back to the page that an admin wanted. */
import { useConvexAuth } from "convex/react";
import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { AccountFrame } from "../../features/account/frame";
import { LoginForm } from "../../features/account/login-form";
import { useCredentials } from "../../features/account/use-credentials";
import { EndedNote } from "../../features/shell/ended-note";
import { reloadPage } from "../../lib/address/reload-page";
import { setLoggingOut } from "../../lib/account/logging-out";
import { useSession } from "../../lib/account/me";
import { paths } from "../../lib/address/paths";
import { redirectTarget } from "../../lib/address/redirect";
import { admin as strings } from "../../strings/admin/admin";
import { errorText } from "../../strings/refusals/admin";

export default function AdminLoginScreen() {
  const [query] = useSearchParams();
  const session = useSession();
  const { isAuthenticated, isLoading } = useConvexAuth();
  const credentials = useCredentials("signIn", "adminSignIn", errorText);
  useEffect(() => setLoggingOut(false), []);
  if (session.is === "signedIn" && session.me.adminSession !== null) {
    const wanted = query.get("redirect") ?? paths.admin;
    return <Navigate to={redirectTarget(wanted)} replace />;
  }
  // An open connection keeps the session that it started with.
  const signedIn = () => {
    if (isAuthenticated || isLoading) reloadPage();
  };
  return (
    <AccountFrame title={strings.logIn}>
      <EndedNote />
      <LoginForm credentials={credentials} onSignedIn={signedIn} />
    </AccountFrame>
  );
}
