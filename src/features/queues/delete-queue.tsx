/** The confirmation before a queue is deleted (product.md Q3). */
import { useMutation } from "convex/react";
import { Users } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { whyNot } from "../../lib/server/use-call";
import { queueManager as strings } from "../../strings/desk";
import * as words from "../../strings/refusals/owner";
import { Banner } from "../../ui/banner";
import { Confirm } from "../../ui/windows/confirm";
import { showSuccess } from "../../ui/toast";
import { peopleIn, type Queue } from "./types";

export function DeleteQueue(props: {
  queue: Queue;
  open: boolean;
  onClose: () => void;
}) {
  const { queue, open, onClose } = props;
  const remove = useMutation(api.desk.queues.remove);
  const people = peopleIn(queue) + queue.scheduledCount;

  const confirm = () =>
    whyNot(
      words,
      strings.deleteFailed,
      () => remove({ queueId: queue.queueId }),
      () => showSuccess(strings.deleted),
    );

  return (
    <Confirm
      open={open}
      title={strings.deleteTitle}
      question={strings.deleteQuestion(queue.name)}
      verb={strings.delete}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {people > 0 && (
        <Banner tone="warn" icon={Users}>
          <b className="tab">{strings.peopleIn(people)}</b> {strings.peopleLose}
        </Banner>
      )}
    </Confirm>
  );
}
