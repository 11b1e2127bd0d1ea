/** 'Reset Queue?': asks first, because everyone in the queue loses their place. */
import { Undo2 } from "lucide-react";
import { canUndoReset } from "../../../../convex/line/rules/endBatch";
import { dashboard } from "../../../strings/dashboard";
import { desk as windows } from "../../../strings/desk";
import { Banner } from "../../../ui/banner";
import { Confirm } from "../../../ui/windows/confirm";
import type { QueueWindowProps } from "../types";
import { Gone } from "./gone";

const { reset: strings } = windows;

export function ResetWindow({ board, desk, onClose }: QueueWindowProps) {
  if (board === undefined) return <Gone onClose={onClose} />;
  const { called, waitingCount, scheduledCount } = board;
  const people = called.length + waitingCount + scheduledCount;
  return (
    <Confirm
      open
      title={strings.title}
      question={strings.question(board.name)}
      verb={dashboard.desk.reset}
      onConfirm={() => desk.reset(board.queueId)}
      onCancel={onClose}
    >
      <Banner tone="warn" icon={Undo2}>
        {canUndoReset(people) ? strings.undo(people) : strings.forGood(people)}
      </Banner>
    </Confirm>
  );
}
