/** The question before a queue is deleted: product.md Q3. */
import { useMutation } from "convex/react";
import { Users } from "lucide-react";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { dashboard as texts } from "../../texts/dashboard";
import { errorText } from "../../texts/owner-refusals";
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
  const remove = useMutation(api.desk.queues.remove);
  const [busy, setBusy] = useState(false);
  const people = peopleIn(queue) + queue.scheduledCount;

  const confirm = async () => {
    setBusy(true);
    try {
      await remove({ queueId: queue.queueId });
      showSuccess(texts.queues.deleted);
    } catch (error) {
      showError(errorText(error, texts.queues.deleteFailed));
    }
    setBusy(false);
    onClose();
  };

  return (
    <Confirm
      open={open}
      title={texts.queues.deleteTitle}
      question={texts.queues.deleteQuestion(queue.name)}
      verb={texts.queues.delete}
      busy={busy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {people > 0 && (
        <Banner tone="warn" icon={Users}>
          <b className="tab">{texts.queues.peopleIn(people)}</b>{" "}
          {texts.queues.peopleLose}
        </Banner>
      )}
    </Confirm>
  );
}
