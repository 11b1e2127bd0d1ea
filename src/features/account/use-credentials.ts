/** Signing in and up: one call at a time, with its refusal as a sentence. */
import { useAuthActions } from "@convex-dev/auth/react";
import { useState } from "react";
import { errorText } from "../../lib/error-text";

/** When not even an answer came. */
const UNREACHABLE =
  "The service cannot be reached right now. Check your connection and try again.";

type Fields = Record<string, string>;

/**
 * What a credentials form needs.
 * `send` resolves once the session exists; the screens follow from that.
 */
export function useCredentials(flow: "signIn" | "signUp") {
  const { signIn } = useAuthActions();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const send = async (fields: Fields): Promise<void> => {
    setBusy(true);
    setRefusal(null);
    try {
      await signIn("password", { ...fields, flow });
    } catch (error) {
      setRefusal(errorText(error, UNREACHABLE));
      setBusy(false);
    }
  };

  return { busy, refusal, send };
}
