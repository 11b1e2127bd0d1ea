/** 'Reset Queue': asks first, because everybody in the queue loses their place. */
import { RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Confirm } from "../../ui/confirm";
import { deskToasts } from "./desk-toasts";
import type { Desk } from "./use-desk";
import { dashboard as texts } from "../../texts/dashboard";

/** More at once cannot be brought back (product.md D5). */
const UNDOABLE = 1_000;

/** The button and its question. @param queue null while no single queue is picked */
export function ResetQueue({
  queue,
  desk,
  people,
  disabled,
  onNoQueue,
}: {
  queue: { queueId: string; name: string } | null;
  desk: Desk;
  /** So many lose their place. */
  people: number;
  /** Without a connection nobody can be told. */
  disabled: boolean;
  onNoQueue: () => void;
}) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  const reset = async (queueId: string) => {
    setBusy(true);
    await desk.reset(queueId);
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
          deskToasts.error(texts.desk.pickQueueToReset);
          onNoQueue();
        }}
      >
        {texts.desk.reset}
      </Button>
      {queue !== null && (
        <Confirm
          open={asking}
          title={texts.desk.resetTitle}
          question={texts.desk.resetConfirm(queue.name)}
          verb={texts.desk.reset}
          busy={busy}
          onConfirm={() => void reset(queue.queueId)}
          onCancel={() => setAsking(false)}
        >
          <Banner tone="warn" icon={Undo2}>
            {people > UNDOABLE
              ? texts.desk.resetForGood(people)
              : texts.desk.resetUndo(people)}
          </Banner>
        </Confirm>
      )}
    </>
  );
}
