/** The windows of the desk, in one file that is loaded after everything else. */
import { FindWindow } from "./find-window";
import { ShortcutsWindow } from "./shortcuts-window";
import type { Board, DeskWindow } from "./types";
import type { Desk } from "./use-desk";

/** Mounted while it is open; all but the list of keys are about a queue. */
export default function OpenedWindow({
  opened,
  board,
  desk,
  onFound,
}: {
  opened: DeskWindow;
  board: Board | null;
  desk: Desk;
  /** Somebody was looked for and chosen. */
  onFound: (ticketId: string) => void;
}) {
  const onClose = () => desk.open(null);
  if (opened.name === "shortcuts") return <ShortcutsWindow onClose={onClose} />;
  if (board === null) return null;
  return <FindWindow board={board} onFound={onFound} onClose={onClose} />;
}
