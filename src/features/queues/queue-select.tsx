/** 'Select Queue'. Texts: specification, owner part §2. */
import { Select } from "../../ui/select";
import { ALL_QUEUES, selectableQueues, type Selection } from "./selection";
import type { Queue } from "./types";

const ID = "select-queue";

/** An action needs a queue and none is picked: leads to the choice. */
export function focusQueueSelect(): void {
  document.getElementById(ID)?.focus();
}

/** 'All Queues' and each queue with its count; 'No queues available' when there are none. */
export function QueueSelect({
  queues,
  selection,
  onSelect,
  hideLabel,
  className,
}: {
  queues: readonly Queue[];
  selection: Selection;
  onSelect: (selection: string) => void;
  hideLabel?: boolean;
  className?: string;
}) {
  const choices = selectableQueues(queues);
  return (
    <Select
      id={ID}
      label="Select Queue"
      hideLabel={hideLabel}
      className={className}
      value={selection ?? ""}
      disabled={choices.length === 0}
      onChange={(event) => onSelect(event.target.value)}
    >
      {choices.length === 0 ? (
        <option value="">No queues available</option>
      ) : (
        <option value={ALL_QUEUES}>All Queues</option>
      )}
      {choices.map((queue) => (
        <option key={queue.queueId} value={queue.queueId}>
          {`${queue.name} (${queue.isActive ? "" : "closed, "}${queue.waitingCount} waiting)`}
        </option>
      ))}
    </Select>
  );
}
