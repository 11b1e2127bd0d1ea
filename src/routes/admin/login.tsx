/** /admin/login, with ?redirect= back to the page that an admin wanted. */
import { useEffect } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { AccountFrame } from "../../features/account/frame";
import { AdminLoginForm } from "../../features/admin-access/login-form";
import { EndedNote } from "../../features/shell/ended-note";
import { setLoggingOut } from "../../lib/account/logging-out";
import { useSession } from "../../lib/account/me";
import { paths } from "../../lib/address/paths";
import { redirectTarget } from "../../lib/address/redirect";
import { admin as strings } from "../../strings/admin/admin";

export default function AdminLoginScreen() {
  const [query] = useSearchParams();
  const session = useSession();
  useEffect(() => setLoggingOut(false), []);
  if (session.is === "signedIn" && session.me.adminSession !== null) {
    const wanted = query.get("redirect") ?? paths.admin;
    return <Navigate to={redirectTarget(wanted)} replace />;
  }
  return (
    <AccountFrame title={strings.logIn} below={null}>
      <EndedNote />
      <AdminLoginForm />
    </AccountFrame>
  );
}
