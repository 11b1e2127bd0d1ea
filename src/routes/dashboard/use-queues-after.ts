/** The owner's queues without a connection, with counts that include the desk's pending actions. */
import { useMemo, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import { boardWith } from "../../features/desk/outbox/board-after";
import type { Kept } from "../../features/desk/outbox/outbox";
import type { Board } from "../../features/desk/types";
import type { DeskOutbox } from "../../features/desk/outbox/use-outbox";
import type { Queue } from "../../features/queues/types";
import { useEach } from "../../lib/server/use-each";

const NONE: readonly Kept[] = [];
const none = () => NONE;

/** With a connection (`live`) this must not re-render the dashboard for each answer. */
export function useQueuesAfter(
  queues: readonly Queue[] | undefined,
  { subscribe, kept: keptNow }: DeskOutbox,
  live: boolean,
): readonly Queue[] | undefined {
  const kept = useSyncExternalStore(subscribe, live ? none : keptNow);
  // The desk's own part reports a failure.
  const queueIds = kept.map(({ queueId }) => queueId);
  const boards = useEach(api.desk.actions.board, "queueId", queueIds);
  return useMemo(
    () =>
      kept.length === 0
        ? queues
        : queues?.map((queue) => {
            const board = boards[queue.queueId];
            if (board === undefined || board instanceof Error) return queue;
            return countedBy(boardWith(board, kept), queue);
          }),
    [queues, kept, boards],
  );
}

function countedBy({ waitingCount, called }: Board, queue: Queue): Queue {
  const servingCount = called.filter(
    ({ status }) => status === "serving",
  ).length;
  const calledCount = called.length - servingCount;
  return { ...queue, waitingCount, calledCount, servingCount };
}
