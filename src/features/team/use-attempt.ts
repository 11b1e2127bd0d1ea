/** Work of one control at a time. A failure is a message. */
import { useState } from "react";
import { errorText } from "../../strings/refusals/owner";
import { team as strings } from "../../strings/team";
import { showError } from "../../ui/toast";

export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(errorText(error, strings.failed));
    }
    setBusy(false);
  };
  return { busy, attempt };
}
