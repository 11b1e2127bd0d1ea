/** Handles the return from Google: sends its answer from this session and reports the result. Renders nothing. */
import { useAction } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../convex/_generated/api";
import { readBack } from "../../../convex/calendar/rules/googleFlow";
import { calendar as strings } from "../../strings/calendar";
import { errorText, refusalText } from "../../strings/refusals/connection";
import { showBusy, showError, showSuccess } from "../../ui/toast";
import { noteAttempt } from "./attempt";

export default function FinishConnecting() {
  const finish = useAction(api.calendar.connection.finish);
  useEffect(() => {
    const back = readBack(window.location.hash);
    if (back === null) return;
    // A code works once, and must not end up in a bookmark or on a shared screen.
    const { pathname, search } = window.location;
    window.history.replaceState(window.history.state, "", pathname + search);
    // The card where it started shows the result.
    const card = document.getElementById("calendar-settings");
    card?.scrollIntoView?.({ block: "center" });
    void connect();

    async function connect() {
      const failed = (reason: string) => {
        noteAttempt(reason);
        showError(strings.connectFailed);
      };
      if (back?.is !== "code") {
        const isDenied = back?.is === "denied";
        const why = refusalText({ code: "calendarDenied" });
        return failed(isDenied ? why : strings.connectFailedHere);
      }
      const done = showBusy(strings.connecting);
      try {
        const { state, code } = back;
        const answer = await finish({ state, code });
        if (answer.ok) {
          noteAttempt(null);
          showSuccess(strings.connected);
        } else failed(refusalText(answer));
      } catch (error) {
        failed(errorText(error, strings.connectFailedHere));
      }
      done();
    }
  }, [finish]);
  return null;
}
