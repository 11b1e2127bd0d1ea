/** 'Disconnect Calendar': asks first, because customers see the effect at once. */
import { useMutation } from "convex/react";
import { Unlink } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { calendar as strings } from "../../strings/calendar";
import { Button } from "../../ui/button";
import { Confirm } from "../../ui/windows/confirm";
import { showError, showSuccess } from "../../ui/toast";
import { noteAttempt } from "./attempt";
import { Failed } from "./failed";

export function Disconnect({ disabled }: { disabled: boolean }) {
  const disconnect = useMutation(api.calendar.connection.disconnect);
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  const doIt = async () => {
    setFailed(false);
    const done = await disconnect({}).then(
      () => true,
      () => false,
    );
    setAsking(false);
    setFailed(!done);
    if (done) {
      noteAttempt(null);
      showSuccess(strings.disconnected);
    } else {
      showError(strings.disconnectFailed);
    }
  };
  return (
    <>
      <Button
        variant="outlineDanger"
        size="field"
        icon={Unlink}
        disabled={disabled}
        onClick={() => setAsking(true)}
      >
        {strings.disconnect}
      </Button>
      <div className="basis-full empty:hidden">
        <Failed message={hasFailed ? strings.disconnectFailedHere : null} />
      </div>
      <Confirm
        open={isAsking}
        title={strings.disconnectTitle}
        question={strings.disconnectQuestion}
        verb={strings.disconnect}
        busyText={strings.disconnecting}
        onConfirm={doIt}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
