/** Has the server make a business for an account without one (product.md A6, G2). */
import { useAuthToken } from "@convex-dev/auth/react";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { ownerCall } from "../../lib/server/owner-call";
import { paths } from "../../lib/address/paths";
import { signedIn as strings } from "../../strings/signed-in";
import { showError, showSuccess } from "../../ui/toast";

/** The local part of the address as a name, or 'My Business'. */
export function businessNameOf(email: string): string {
  const local = email.split("@", 1)[0]?.trim() ?? "";
  return local === "" ? strings.noName : strings.nameOf(local);
}

/** Once while `email` is given. On failure the wizard remains. */
export function useFixProfile(email: string | null): void {
  const token = useAuthToken();
  const navigate = useNavigate();
  const tried = useRef<string | null>(null);
  useEffect(() => {
    if (email === null || token === null || tried.current === email) return;
    tried.current = email;
    if (email.trim() === "") {
      showError(strings.profileIncomplete);
      void navigate(paths.setup, { replace: true });
      return;
    }
    const businessName = businessNameOf(email);
    ownerCall("/api/create-business", token, { businessName }).then(
      () => showSuccess(strings.profileMade),
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        showError(strings.profileNotFixed(reason));
        showError(strings.profileNeedsSetup);
        void navigate(paths.setup, { replace: true });
      },
    );
  }, [email, token, navigate]);
}
