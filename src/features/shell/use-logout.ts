/** Signing out. Texts: specification, owner part §2. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useNavigate } from "react-router-dom";
import { texts } from "../../../convex/model/texts";
import { paths } from "../../lib/paths";
import { showError, showSuccess } from "../../ui/toast";

/** Ends the session and goes to the login page. */
export function useLogout(): () => void {
  const { signOut } = useAuthActions();
  const navigate = useNavigate();
  return () => {
    signOut().then(
      () => {
        showSuccess(texts.loggedOut);
        void navigate(paths.login);
      },
      () => showError("Failed to log out"),
    );
  };
}
