/** The choice of a queue: cards for a few, the phone's native list for many. */
import { ChevronDown, CircleAlert } from "lucide-react";
import { useState } from "react";
import { everyone } from "../../strings/everyone";
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import { cn } from "../../lib/cn";
import { Button } from "../../ui/button";
import { Select } from "../../ui/fields/select";
import { QueueCard } from "./queue-card";
import type { OpenQueue } from "./types";

/** Up to this many, every choice is visible at once. */
const CARDS = 5;

type Props = {
  queues: readonly OpenQueue[];
  chosen: string | null;
  error: string | null;
  words: (queue: OpenQueue) => string | null;
  isFull: (queue: OpenQueue) => boolean;
  phone: string | null;
  /** Collapses the others once one is chosen, because more follows below. */
  foldable: boolean;
  onChoose: (queueId: string) => void;
};

export function QueueChoice(props: Props) {
  return props.queues.length <= CARDS ? (
    <Cards {...props} />
  ) : (
    <List {...props} />
  );
}

function List({ queues, chosen, error, isFull, onChoose }: Props) {
  return (
    <Select
      label={strings.join.queue}
      name="queue"
      value={chosen ?? ""}
      error={error}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="" disabled>
        {strings.join.choose}
      </option>
      {queues.map((queue) => (
        <option
          key={queue.queueId}
          value={queue.queueId}
          disabled={isFull(queue)}
        >
          {strings.join.choice(
            queue.name,
            number(queue.waitingCount),
            isFull(queue),
          )}
        </option>
      ))}
    </Select>
  );
}

function Cards(props: Props) {
  const { queues, chosen, error, words, isFull, phone, onChoose } = props;
  const [open, setOpen] = useState(false);
  const foldable = props.foldable && chosen !== null && queues.length > 1;
  const shown =
    foldable && !open
      ? queues.filter(({ queueId }) => queueId === chosen)
      : queues;
  return (
    <fieldset
      className="grid gap-2.5"
      aria-describedby={error === null ? undefined : "queue-error"}
    >
      <legend className="mb-2 font-semibold">{strings.join.queue}</legend>
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
      {shown.map((queue) => (
        <QueueCard
          key={queue.queueId}
          queue={queue}
          words={words(queue)}
          chosen={queue.queueId === chosen}
          full={isFull(queue)}
          invalid={error !== null}
          phone={phone}
          onChoose={() => onChoose(queue.queueId)}
        />
      ))}
      {foldable && (
        <Button
          variant="link"
          className="-ml-2 justify-self-start px-2"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {strings.join.changeQueue}
          <ChevronDown
            className={cn("size-5", open && "rotate-180")}
            aria-hidden="true"
          />
        </Button>
      )}
    </fieldset>
  );
}
