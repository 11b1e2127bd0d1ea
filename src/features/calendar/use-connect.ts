/** Leads to Google's page in this tab. The return is in finish-connecting.tsx. */
import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { leaveFor, onReturn } from "../../lib/address/leave-for";
import { calendar as strings } from "../../strings/calendar";
import { errorText, refusalText } from "../../strings/refusals/connection";
import { showError } from "../../ui/toast";
import { noteAttempt, useFailedAttempt } from "./attempt";

/** `error` is the reason why the last try failed, including one that went through Google. */
export function useConnect() {
  const begin = useAction(api.calendar.connection.connect);
  const [busy, setBusy] = useState(false);
  const error = useFailedAttempt();
  useEffect(() => onReturn(() => setBusy(false)), []);

  const failed = (reason: string) => {
    setBusy(false);
    noteAttempt(reason);
    showError(strings.connectFailed);
  };
  const go = async () => {
    noteAttempt(null);
    setBusy(true);
    try {
      const answer = await begin({});
      // Busy until the browser has left.
      if (answer.ok) leaveFor(answer.url);
      else failed(refusalText(answer));
    } catch (reason) {
      failed(errorText(reason, strings.connectFailedHere));
    }
  };
  return { connect: () => void go(), busy, error };
}
