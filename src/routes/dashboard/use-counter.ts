/** The live state of the selected queue and what can be done with it. */
import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import type { KeyActions } from "../../features/desk/desk-keys";
import type { Board } from "../../features/desk/types";
import { useDesk, type UndoPlace } from "../../features/desk/use-desk";
import { waitFactsOf } from "../../lib/wait-facts";
import type { WorkplaceProps } from "./types";

/** `board` is null while no single queue is picked and undefined while it loads. */
export function useCounter(
  { queue, queues, onNoQueue }: WorkplaceProps,
  undoPlace: UndoPlace,
) {
  const args = queue === null ? "skip" : { queueId: queue.queueId };
  const loaded = useQuery(api.desk.board, args);
  const line = useQuery(api.tickets.line, args);
  const board: Board | null | undefined =
    queue === null && queues !== undefined ? null : loaded;
  const desk = useDesk(board, onNoQueue, undoPlace);

  const keys: KeyActions = {
    n: desk.callNext,
    s: desk.skip,
    d: () => {
      const first = board?.called[0];
      if (first !== undefined) desk.move("done", first);
    },
    u: () => {
      if (board?.undo) desk.undo(board.undo.eventId);
    },
  };
  return { board, desk, keys, wait: line ? waitFactsOf(line) : null };
}
