/** The choice of the queue that the dashboard shows. */
import { ChevronDown } from "lucide-react";
import { number } from "../../strings/language/intl";
import { dashboard } from "../../strings/dashboard";
import { everyone } from "../../strings/everyone";
import { ALL_QUEUES, selectableQueues, type Selection } from "./selection";
import type { Queue } from "./types";

const { queues: strings } = dashboard;

const ID = "select-queue";

/** Focuses the choice, when an action needs a queue and none is picked. */
export function focusQueueSelect(): void {
  document.getElementById(ID)?.focus();
}

/** A native select under its own words: the label, and the queue with how many wait. */
export function QueueSelect(props: {
  queues: readonly Queue[] | undefined;
  selection: Selection;
  onSelect: (selection: string) => void;
}) {
  const { queues, selection, onSelect } = props;
  const choices = selectableQueues(queues ?? []);
  const none = queues === undefined ? everyone.loading : strings.noneAvailable;
  return (
    <div className="tool queue relative flex min-h-14 min-w-0 items-center rounded-md border border-line-strong bg-surface pr-10 pl-3.5 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <div className="min-w-0 leading-5" aria-hidden="true">
        <span className="block truncate text-sm text-ink-2">
          {strings.select}
        </span>
        <span className="flex font-semibold">
          <span className="truncate" dir="auto">
            {choices.length === 0 ? none : nameOf(selection, choices)}
          </span>
          {choices.length > 0 && (
            <span className="shrink-0 whitespace-pre tab">
              {" · "}
              {number(waitingIn(selection, choices))}
              <span className="word max-sm:hidden"> {strings.waitingWord}</span>
            </span>
          )}
        </span>
      </div>
      <ChevronDown className="pointer-events-none absolute right-3 size-5 text-ink-2" />
      <select
        id={ID}
        aria-label={strings.select}
        value={selection ?? ""}
        disabled={choices.length === 0}
        onChange={(event) => onSelect(event.target.value)}
        className="absolute inset-0 w-full cursor-pointer opacity-0"
      >
        {choices.length === 0 ? (
          <option value="">{none}</option>
        ) : (
          <option value={ALL_QUEUES}>{strings.all}</option>
        )}
        {choices.map((queue) => (
          <option key={queue.queueId} value={queue.queueId}>
            {strings.choice(queue.name, queue.waitingCount, queue.isActive)}
          </option>
        ))}
      </select>
    </div>
  );
}

function nameOf(selection: Selection, choices: readonly Queue[]): string {
  const picked = choices.find(({ queueId }) => queueId === selection);
  return picked?.name ?? strings.all;
}

function waitingIn(selection: Selection, choices: readonly Queue[]): number {
  return choices
    .filter(({ queueId }) => selection === ALL_QUEUES || queueId === selection)
    .reduce((sum, { waitingCount }) => sum + waitingCount, 0);
}
