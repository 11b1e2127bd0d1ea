/** The next people and the wait of each queue, whether the shop runs late, and the code to join. */
import { minutesLate } from "../../../convex/business/rules/notice";
import { bareName } from "../../../convex/queue/rules/ticketName";
import { cn } from "../../lib/cn";
import { sentence } from "../../strings/language/intl";
import { display as strings } from "../../strings/display";
import { Code } from "./code";
import type { BoardQueue, Shop, Wait, WaitOf } from "./types";

type Props = {
  shop: Shop;
  queues: readonly BoardQueue[];
  now: number;
  waitOf: WaitOf;
  withCode: boolean;
};

/** With more queues than this, the waits do not fit. */
const WITH_WAITS = 3;
const SHOWN = 6;

export function Foot({ shop, queues, now, waitOf, withCode }: Props) {
  const late = minutesLate(shop.notice, now);
  const [only] = queues;
  if (only === undefined && !withCode) return null;
  return (
    <footer className="board-foot">
      {queues.length === 1 && only ? (
        <OneQueue queue={only} wait={waitOf(only)} late={late} />
      ) : (
        <div className="board-queues">
          <Queues queues={queues} waitOf={waitOf} />
          {late > 0 && <p className="board-late">{strings.late(late)}</p>}
        </div>
      )}
      {withCode && (
        <div className="board-scan">
          <p>{strings.scan}</p>
          <Code businessId={shop.businessId} />
        </div>
      )}
    </footer>
  );
}

function OneQueue(props: {
  queue: BoardQueue;
  wait: Wait | null;
  late: number;
}) {
  const { queue, wait, late } = props;
  return (
    <>
      {queue.next.length > 0 && (
        <div>
          <p className="board-small">{strings.next}</p>
          <Next of={queue} />
        </div>
      )}
      <div className="board-wait">
        <p className="board-small">
          {queue.waitingCount === 0
            ? strings.nobodyNext
            : strings.waiting(queue.waitingCount)}
        </p>
        {wait !== null && <p className="board-range tab">{lineOf(wait)}</p>}
        {late > 0 && <p className="board-late">{strings.late(late)}</p>}
      </div>
    </>
  );
}

function Queues({ queues, waitOf }: Pick<Props, "queues" | "waitOf">) {
  const isLong = queues.length > WITH_WAITS;
  const shown = isLong ? busiest(queues) : queues;
  const same = sameForAll(queues.map(waitOf));
  const hasWaits = !isLong && same === null;
  return (
    <>
      <ul
        className={cn("board-list", isLong && "board-long")}
        aria-label={strings.queues}
      >
        {shown.map((queue) => (
          <li key={queue.queueId}>
            <span className="board-queue truncate" dir="auto">
              {queue.name}
            </span>
            <Next of={queue} withWord={!isLong} />
            <span className="board-small">
              {strings.waiting(queue.waitingCount)}
            </span>
            {hasWaits && (
              <span className="board-small tab">{waitOf(queue)?.words}</span>
            )}
          </li>
        ))}
      </ul>
      {same !== null && <p className="board-small">{lineOf(same)}</p>}
      {queues.length > shown.length && (
        <p className="board-small">
          {strings.moreQueues(queues.length - shown.length)}
        </p>
      )}
    </>
  );
}

function Next(props: { of: BoardQueue; withWord?: boolean }) {
  const { letter, next } = props.of;
  return (
    <p className="board-next num">
      {props.withWord && next.length > 0 && (
        <small className="board-small">{strings.next}</small>
      )}
      {next.map((number) => (
        <span key={number}>{bareName(letter, number)}</span>
      ))}
    </p>
  );
}

function lineOf({ words, isJoinable }: Wait): string {
  return isJoinable ? strings.joinNow(words) : sentence(words);
}

/** "After opening at 09:00.": words that apply to all queues are shown once. */
function sameForAll(waits: readonly (Wait | null)[]): Wait | null {
  const [first = null] = waits;
  const isSame = waits.every((wait) => wait?.words === first?.words);
  return isSame && first?.isJoinable === false ? first : null;
}

/** The queues with the most people, in their original order. */
function busiest(queues: readonly BoardQueue[]): readonly BoardQueue[] {
  const first = [...queues]
    .sort((a, b) => b.waitingCount - a.waitingCount)
    .slice(0, SHOWN);
  return queues.filter((queue) => first.includes(queue));
}
