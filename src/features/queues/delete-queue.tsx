/** 'Delete Queue?'. Texts: specification, owner part §2. */
import { useMutation } from "convex/react";
import { Users } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { counted } from "../../lib/format";
import { owners as texts, errorText } from "../../texts/owners";
import { Banner } from "../../ui/banner";
import { Confirm } from "../../ui/confirm";
import { showError, showSuccess } from "../../ui/toast";
import { peopleIn, type Queue } from "./types";

/** Says how many people lose their place before it asks. */
export function DeleteQueue({
  queue,
  open,
  onClose,
}: {
  queue: Queue;
  open: boolean;
  onClose: () => void;
}) {
  const remove = useMutation(api.queues.remove);
  const [busy, setBusy] = useState(false);
  const people = peopleIn(queue) + queue.scheduledCount;

  const confirm = async () => {
    setBusy(true);
    try {
      await remove({ queueId: queue.queueId });
      showSuccess(texts.queues.deleted);
    } catch (error) {
      showError(errorText(error, "Failed to delete queue."));
    }
    setBusy(false);
    onClose();
  };

  return (
    <Confirm
      open={open}
      title="Delete Queue?"
      question={`Are you sure you want to delete the queue '${queue.name}'? This action cannot be undone and might affect historical data.`}
      verb="Delete Queue"
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {people > 0 && (
        <Banner tone="warn" icon={Users}>
          <b className="tab">
            {counted(people, "person is", "people are")} in this queue.
          </b>{" "}
          Their tickets end and they are told to ask at the counter.
        </Banner>
      )}
    </Confirm>
  );
}
