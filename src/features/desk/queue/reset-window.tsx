/** 'Reset Queue?': asks first, because everyone in the queue loses their place. */
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { canUndoReset } from "../../../../convex/line/rules/endBatch";
import { dashboard as strings } from "../../../strings/dashboard";
import { Banner } from "../../../ui/banner";
import { Confirm } from "../../../ui/windows/confirm";
import type { Board } from "../types";
import type { Desk } from "../use-desk";

export function ResetWindow({
  board,
  desk,
  onClose,
}: {
  board: Board;
  desk: Desk;
  onClose: () => void;
}) {
  const [busy, setBusy] = useState(false);
  const { called, waitingCount, scheduledCount } = board;
  const people = called.length + waitingCount + scheduledCount;
  const reset = async () => {
    setBusy(true);
    await desk.reset(board.queueId);
    onClose();
  };
  return (
    <Confirm
      open
      title={strings.desk.resetTitle}
      question={strings.desk.resetConfirm(board.name)}
      verb={strings.desk.reset}
      busy={busy}
      onConfirm={() => void reset()}
      onCancel={onClose}
    >
      <Banner tone="warn" icon={Undo2}>
        {canUndoReset(people)
          ? strings.desk.resetUndo(people)
          : strings.desk.resetForGood(people)}
      </Banner>
    </Confirm>
  );
}
