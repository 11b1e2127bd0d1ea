/** Which queue to join: cards for a few, the phone's own list for many. */
import { CircleAlert } from "lucide-react";
import { cn } from "../../lib/cn";
import { number } from "../../texts/intl";
import { everyone } from "../../texts/everyone";
import { customers as texts } from "../../texts/customers";
import { Select } from "../../ui/select";
import { underName } from "./queue-words";
import type { OpenQueue } from "./types";

/** Up to here every choice is visible at once. */
const CARDS = 5;

type Props = {
  queues: readonly OpenQueue[];
  chosen: string | null;
  error: string | null;
  onChoose: (queueId: string) => void;
};

/** A required choice, labelled 'Select Queue'. */
export function QueueChoice(props: Props) {
  return props.queues.length <= CARDS ? (
    <Cards {...props} />
  ) : (
    <List {...props} />
  );
}

function List({ queues, chosen, error, onChoose }: Props) {
  return (
    <Select
      label={texts.join.queue}
      name="queue"
      value={chosen ?? ""}
      error={error}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="" disabled>
        {texts.join.choose}
      </option>
      {queues.map((queue) => (
        <option key={queue.queueId} value={queue.queueId}>
          {texts.join.choice(
            queue.name,
            number(queue.waitingCount),
            queue.limitReached,
          )}
        </option>
      ))}
    </Select>
  );
}

function Cards({ queues, chosen, error, onChoose }: Props) {
  return (
    <fieldset
      className="grid gap-2.5"
      aria-describedby={error === null ? undefined : "queue-error"}
    >
      <legend className="mb-2 font-semibold">{texts.join.queue}</legend>
      {error !== null && (
        <p
          id="queue-error"
          role="alert"
          className="flex items-start gap-1.5 text-sm font-semibold text-danger-text"
        >
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          <span>
            <span className="sr-only">{everyone.errorMark} </span>
            {error}
          </span>
        </p>
      )}
      {queues.map((queue) => (
        <QueueCard
          key={queue.queueId}
          queue={queue}
          chosen={queue.queueId === chosen}
          invalid={error !== null}
          onChoose={() => onChoose(queue.queueId)}
        />
      ))}
    </fieldset>
  );
}

function QueueCard({
  queue,
  chosen,
  invalid,
  onChoose,
}: {
  queue: OpenQueue;
  chosen: boolean;
  invalid: boolean;
  onChoose: () => void;
}) {
  const below = underName(queue);
  return (
    <label
      className={cn(
        "flex min-h-18 cursor-pointer items-center gap-4 rounded-lg px-4 py-3",
        chosen
          ? "border-2 border-brand bg-brand-soft"
          : "border border-line-strong bg-surface hover:bg-sunken",
      )}
    >
      <input
        type="radio"
        name="queue"
        value={queue.queueId}
        checked={chosen}
        aria-invalid={invalid || undefined}
        onChange={onChoose}
        className="size-6 shrink-0 accent-brand"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-left font-bold wrap-anywhere" dir="auto">
          {queue.name}
        </span>
        {below !== null && (
          <span className="block text-sm text-ink-2">{below}</span>
        )}
        {queue.description !== null && (
          <span
            className="line-clamp-2 text-left text-sm wrap-anywhere text-ink-2"
            dir="auto"
          >
            {queue.description}
          </span>
        )}
      </span>
      <span className="text-right">
        <span className="block text-xl leading-none num">
          {number(queue.waitingCount)}
        </span>
        <span className="text-sm font-medium text-ink-2">
          {texts.join.waiting}
        </span>
      </span>
    </label>
  );
}
