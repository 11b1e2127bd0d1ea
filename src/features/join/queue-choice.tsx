/** The choice of a queue: cards for a few to join now, the phone's native list for many or for a booking. */
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import { intoView } from "../../lib/into-view";
import { ErrorLine } from "../../ui/fields/field";
import { Select } from "../../ui/fields/select";
import { QueueCard } from "./queue-card";
import type { OpenQueue } from "./types";

/** Up to this many, every choice is visible at once. */
const CARDS = 5;

type Props = {
  /** At least two, or the one that is left when the picked one is gone. */
  queues: readonly OpenQueue[];
  chosen: string | null;
  error: string | null;
  words: (queue: OpenQueue) => string | null;
  /** For a booking: how long it takes, in words. Then people waiting now do not matter (product.md J2). */
  slotLength: string | null;
  phone: string | null;
  onChoose: (queueId: string) => void;
};

export function QueueChoice(props: Props) {
  return props.slotLength === null && props.queues.length <= CARDS ? (
    <Cards {...props} />
  ) : (
    <List {...props} />
  );
}

function List({ queues, chosen, error, slotLength, onChoose }: Props) {
  return (
    <Select
      label={strings.join.queue}
      name="queue"
      value={chosen ?? ""}
      error={error}
      onPick={onChoose}
    >
      <option value="" disabled>
        {strings.join.choose}
      </option>
      {queues.map(({ queueId, name, waitingCount, limitReached }) => (
        <option key={queueId} value={queueId}>
          {slotLength === null
            ? strings.join.choice(name, number(waitingCount), limitReached)
            : strings.join.booking(name, slotLength)}
        </option>
      ))}
    </Select>
  );
}

function Cards({ queues, chosen, error, words, phone, onChoose }: Props) {
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      aria-describedby={error === null ? undefined : "queue-error"}
    >
      <legend className="mb-1.5 font-semibold">{strings.join.queue}</legend>
      {error !== null && (
        <ErrorLine ref={intoView} id="queue-error" role="alert">
          {error}
        </ErrorLine>
      )}
      {queues.map((queue) => (
        <QueueCard
          key={queue.queueId}
          queue={queue}
          words={words(queue)}
          chosen={queue.queueId === chosen}
          invalid={error !== null}
          phone={phone}
          onChoose={() => onChoose(queue.queueId)}
        />
      ))}
    </fieldset>
  );
}
