/** A desk as on the dashboard, for a board that the test sets, with its outbox and the board after the outbox. */
import { boardWith } from "../../src/features/desk/outbox/board-after.ts";
import type { Board } from "../../src/features/desk/types.ts";
import {
  useDesk,
  type Desk,
  type Surroundings,
} from "../../src/features/desk/use-desk.ts";
import {
  useKept,
  useOutbox,
  type DeskOutbox,
} from "../../src/features/desk/outbox/use-outbox.ts";

type At = Board | null | undefined;

export function useDeskAt(
  at: At,
  more: Partial<Omit<Surroundings, "outbox">> = {},
): { desk: Desk; board: At; outbox: DeskOutbox } {
  const outbox = useOutbox("owner");
  const kept = useKept(outbox);
  const board = at && boardWith(at, kept);
  const desk = useDesk(board, {
    outbox,
    undoPlace: "toast",
    onNoQueue: () => undefined,
    open: () => undefined,
    text: null,
    ...more,
  });
  return { desk, board, outbox };
}
