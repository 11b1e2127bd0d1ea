/** Signing out. Texts: specification, owner part §2. */
import { useAuthActions } from "@convex-dev/auth/react";
import { texts } from "../../../convex/model/texts";
import { navigate } from "../../lib/location";
import { paths } from "../../lib/paths";
import { showError, showSuccess } from "../../ui/toast";

/** Ends the session and goes to the login page. */
export function useLogout(): () => void {
  const { signOut } = useAuthActions();
  return () => {
    signOut().then(
      () => {
        showSuccess(texts.loggedOut);
        navigate(paths.login);
      },
      () => showError("Failed to log out"),
    );
  };
}
