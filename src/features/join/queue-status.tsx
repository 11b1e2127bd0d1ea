/** 'Current Queue Status': people and wait. Its space is reserved, so choosing a queue does not move the form. */
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import type { OpenQueue } from "./types";

export function QueueStatus({
  queue,
  words,
}: {
  queue: OpenQueue | undefined;
  words: string | null;
}) {
  return (
    <section
      aria-labelledby="queue-status"
      className="min-h-28 rounded-lg bg-sunken p-4"
    >
      <h2 id="queue-status" className="text-sm font-semibold text-ink-2">
        {strings.join.status}
      </h2>
      {queue === undefined ? (
        <p className="mt-2.5 text-ink-2">{strings.join.notChosen}</p>
      ) : (
        <div className="mt-1.5 flex items-center gap-3">
          <p className="text-num-l num">{number(queue.waitingCount)}</p>
          <p className="leading-snug">
            <span className="block font-bold">
              {strings.join.peopleWaiting(queue.waitingCount)}
            </span>
            {words !== null && (
              <span className="text-sm text-ink-2">{words}</span>
            )}
          </p>
        </div>
      )}
    </section>
  );
}
