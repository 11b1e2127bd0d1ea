/** The live state of the selected queue, and its actions. */
import { useQuery } from "convex/react";
import { useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { boardWith } from "../../features/desk/outbox/board-after";
import type { Board, UndoPlace } from "../../features/desk/types";
import { useDesk } from "../../features/desk/use-desk";
import { useKept } from "../../features/desk/outbox/use-outbox";
import { waitFactsOf } from "../../lib/time/wait-facts";
import type { WorkplaceProps } from "./types";

/** `board` is null while no single queue is picked and undefined while it loads. */
export function useCounter(
  { queue, queues, onNoQueue, onText, outbox, openWindow }: WorkplaceProps,
  undoPlace: UndoPlace,
) {
  const args = queue === null ? "skip" : { queueId: queue.queueId };
  const loaded = useQuery(api.desk.actions.board, args);
  const line = useQuery(api.line.tickets.line, args);
  // Memoized by line, because the estimator caches its work per facts object.
  const wait = useMemo(() => (line ? waitFactsOf(line) : null), [line]);
  const kept = useKept(outbox);
  const isNone = queue === null && queues !== undefined;
  const board: Board | null | undefined = isNone
    ? null
    : loaded && boardWith(loaded, kept);
  const desk = useDesk(board, {
    outbox,
    onNoQueue,
    undoPlace,
    open: openWindow,
    text: onText,
  });
  return { board, desk, wait };
}
