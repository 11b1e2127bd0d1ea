/** Replaces the desk while all queues are shown together: each with its count, to pick with one tap. */
import { dashboard } from "../../strings/dashboard";
import { Card } from "../../ui/card";
import { selectableQueues } from "./selection";
import type { Queue } from "./types";

const { queues: strings } = dashboard;

export function PickQueue(props: {
  queues: readonly Queue[];
  onSelect: (queueId: string) => void;
}) {
  const { queues, onSelect } = props;
  return (
    <Card title={strings.all}>
      <ul className="mt-2 grid grid-cols-1 gap-2">
        {selectableQueues(queues).map((queue) => (
          <li key={queue.queueId}>
            <button
              type="button"
              onClick={() => onSelect(queue.queueId)}
              className="flex min-h-14 w-full items-center justify-between gap-4 rounded-md border border-line-strong bg-surface px-4 text-left font-semibold hover:bg-sunken active:bg-pressed"
            >
              <span className="truncate" dir="auto">
                {queue.name}
              </span>
              <span className="shrink-0 text-ink-2 tab">
                {strings.waiting(queue.waitingCount)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
