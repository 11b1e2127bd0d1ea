/** /admin/login, with ?redirect= back to where an admin wanted to go. */
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { AccountFrame } from "../../features/account/frame";
import { LoginForm } from "../../features/account/login-form";
import { useArriveSignedIn } from "../../features/account/use-arrive-signed-in";
import { EndedNote } from "../../features/shell/ended-note";
import { setLoggingOut } from "../../features/shell/logging-out";
import { paths } from "../../lib/paths";
import { redirectTarget } from "../../lib/redirect";
import { admin as texts } from "../../texts/admin";

/** Open to everybody; whoever has a session goes on at once, to the gate. */
export default function AdminLoginScreen() {
  const [query] = useSearchParams();
  useEffect(() => setLoggingOut(false), []);
  useArriveSignedIn(redirectTarget(query.get("redirect") ?? paths.admin));
  return (
    <AccountFrame title={texts.logIn} below={null}>
      <EndedNote />
      <LoginForm email="" />
    </AccountFrame>
  );
}
