/** The windows of the desk, in one file that is loaded after everything else. */
import type { ShopHours } from "../../../convex/business/rules/opening";
import { FindWindow } from "./people/find-window";
import { HistoryWindow } from "./history-window";
import {
  EditWindow,
  MoveWindow,
  PersonWindow,
  RemoveTestWindow,
  TransferWindow,
} from "./people/person-windows";
import { ResetWindow } from "./queue/reset-window";
import { ShortcutsWindow } from "./shortcuts-window";
import type { Board, DeskWindow, Person } from "./types";
import type { Desk } from "./use-desk";

const ofPerson = {
  move: MoveWindow,
  transfer: TransferWindow,
  edit: EditWindow,
  removeTest: RemoveTestWindow,
  person: PersonWindow,
};

export default function OpenedWindow({
  opened,
  board,
  desk,
  shop,
  onFound,
}: {
  opened: DeskWindow;
  board: Board | null;
  desk: Desk;
  shop: ShopHours;
  /** Called with the person chosen in the search. */
  onFound: (person: Person) => void;
}) {
  const onClose = () => desk.open(null);
  if (opened.name === "shortcuts") return <ShortcutsWindow onClose={onClose} />;
  if (board === null) return null;
  switch (opened.name) {
    case "find":
      return <FindWindow board={board} onFound={onFound} onClose={onClose} />;
    case "reset":
      return <ResetWindow board={board} desk={desk} onClose={onClose} />;
    case "history":
      return (
        <HistoryWindow
          board={board}
          desk={desk}
          shop={shop}
          onClose={onClose}
        />
      );
    default: {
      const Window = ofPerson[opened.name];
      return (
        <Window
          person={opened.person}
          board={board}
          desk={desk}
          onClose={onClose}
        />
      );
    }
  }
}
