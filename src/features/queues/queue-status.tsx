/** 'Queue Status': a summary of all queues. */
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import { useMay } from "../../lib/account/role";
import { dashboard } from "../../strings/dashboard";
import { Bar } from "../../ui/bar";
import { Card } from "../../ui/card";
import { CardBoundary } from "../../ui/card-boundary";
import { FeedbackSums } from "./feedback-sums";
import { ALL_QUEUES, byName, type Selection } from "./selection";
import type { Queue } from "./types";

const { queues: strings } = dashboard;

/** The figures of the selected queue or of all, and the waiting people per queue. */
export default function QueueStatus(props: {
  /** undefined while they load. */
  queues: readonly Queue[] | undefined;
  selection: Selection;
  shop: ShopHours;
}) {
  const { queues: loaded, selection, shop } = props;
  const queues = loaded ?? [];
  const manages = useMay("manageShop");
  const selected = queues.find(({ queueId }) => queueId === selection);
  const counted = selected === undefined ? queues : [selected];
  const sum = (of: (queue: Queue) => number) =>
    counted.reduce((total, queue) => total + of(queue), 0);
  const most = Math.max(1, ...queues.map(({ waitingCount }) => waitingCount));
  const rows = [
    {
      name: strings.selected,
      value: selected?.name ?? (selection === ALL_QUEUES ? strings.all : "–"),
    },
    { name: strings.total, value: queues.length },
    { name: strings.immediate, value: sum((queue) => queue.waitingCount) },
    { name: strings.scheduled, value: sum((queue) => queue.scheduledCount) },
  ];
  return (
    <Card title={strings.status}>
      <dl className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 tab">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-2">{name}</dt>
            <dd className="min-w-0 font-bold wrap-anywhere" dir="auto">
              {loaded === undefined ? "–" : value}
            </dd>
          </div>
        ))}
      </dl>
      {manages && queues.length > 0 && (
        <CardBoundary key={selection}>
          <FeedbackSums queueId={selected?.queueId ?? null} shop={shop} />
        </CardBoundary>
      )}
      {queues.length > 0 && (
        <>
          <h3 className="mt-5 mb-2.5 border-t border-line pt-4 text-sm font-semibold text-ink-2">
            {strings.waitingPerQueue}
          </h3>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 tab">
            {byName(queues).map((queue) => (
              <li key={queue.queueId}>
                <div className="mb-1 flex justify-between gap-3">
                  <span
                    className="truncate font-medium"
                    dir="auto"
                    title={queue.name}
                  >
                    {queue.name}
                  </span>
                  <b>{queue.waitingCount}</b>
                </div>
                <Bar share={queue.waitingCount / most} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
