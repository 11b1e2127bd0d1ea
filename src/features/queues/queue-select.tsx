/** The choice of the queue that the dashboard shows. */
import { dashboard } from "../../strings/dashboard";
import { everyone } from "../../strings/everyone";
import { Select } from "../../ui/fields/select";
import { ALL_QUEUES, selectableQueues, type Selection } from "./selection";
import type { Queue } from "./types";

const { queues: strings } = dashboard;

const ID = "select-queue";

/** Focuses the choice, when an action needs a queue and none is picked. */
export function focusQueueSelect(): void {
  document.getElementById(ID)?.focus();
}

export function QueueSelect(props: {
  queues: readonly Queue[] | undefined;
  selection: Selection;
  onSelect: (selection: string) => void;
  hideLabel?: boolean;
  className?: string;
}) {
  const { queues, selection, onSelect, hideLabel, className } = props;
  const choices = selectableQueues(queues ?? []);
  return (
    <Select
      id={ID}
      label={strings.select}
      hideLabel={hideLabel}
      className={className}
      value={selection ?? ""}
      disabled={choices.length === 0}
      onChange={(event) => onSelect(event.target.value)}
    >
      {choices.length === 0 ? (
        <option value="">
          {queues === undefined ? everyone.loading : strings.noneAvailable}
        </option>
      ) : (
        <option value={ALL_QUEUES}>{strings.all}</option>
      )}
      {choices.map((queue) => (
        <option key={queue.queueId} value={queue.queueId}>
          {strings.choice(queue.name, queue.waitingCount, queue.isActive)}
        </option>
      ))}
    </Select>
  );
}
