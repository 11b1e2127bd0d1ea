/** 'Reset Queue': asks first, because everybody in the queue loses their place. */
import { useConvex } from "convex/react";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { UNDO_MS } from "../../../convex/model/events";
import { texts } from "../../../convex/model/texts";
import { errorText } from "../../lib/error-text";
import { Button } from "../../ui/button";
import { Confirm } from "../../ui/confirm";
import { showError, showUndoable } from "../../ui/toast";
import type { Desk } from "./use-desk";

/** The button and its question. @param queue null while no single queue is picked */
export function ResetQueue({
  queue,
  desk,
  disabled,
  onNoQueue,
}: {
  queue: { queueId: string; name: string } | null;
  desk: Desk;
  /** Without a connection nobody can be told. */
  disabled: boolean;
  onNoQueue: () => void;
}) {
  const convex = useConvex();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const reset = async (queueId: string) => {
    setBusy(true);
    try {
      const answer = await convex.mutation(api.desk.reset, { queueId });
      showUndoable(texts.resetDone, UNDO_MS, () => desk.undo(answer.eventId));
    } catch (error) {
      const reason = errorText(error, "Please try again.");
      showError(`Failed to reset queue: ${reason}`);
    }
    setBusy(false);
    setAsking(false);
  };

  return (
    <>
      <Button
        variant="quietDanger"
        icon={RotateCcw}
        disabled={disabled}
        className="-mr-2 disabled:text-ink-3"
        onClick={() => {
          if (queue !== null) {
            setAsking(true);
            return;
          }
          showError(texts.pickQueueToReset);
          onNoQueue();
        }}
      >
        Reset Queue
      </Button>
      {queue !== null && (
        <Confirm
          open={asking}
          title="Reset Queue?"
          question={texts.resetConfirm(queue.name)}
          verb="Reset Queue"
          busy={busy}
          onConfirm={() => void reset(queue.queueId)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
