/** 'Current Queue Status' as one line: people and wait. */
import { customers as strings } from "../../strings/customers";
import { number } from "../../strings/language/intl";
import type { OpenQueue } from "./types";

export function QueueStatus(props: {
  queue: OpenQueue | undefined;
  words: string | null;
}) {
  const { queue, words } = props;
  return (
    <p className="text-sm text-balance text-ink-2 tab">
      <b className="font-semibold">{strings.join.status}</b>
      {" · "}
      {queue === undefined
        ? strings.join.choose
        : strings.join.statusOf(number(queue.waitingCount), words)}
    </p>
  );
}
