/** The windows of the desk, in one file that is loaded after everything else. */
import type { ShopHours } from "../../../convex/business/rules/opening";
import type { Counter } from "./counter-view";
import { HistoryWindow } from "./history-window";
import { KeptWindow } from "./outbox/kept-window";
import type { DeskOutbox } from "./outbox/use-outbox";
import {
  EditWindow,
  MoveWindow,
  TransferWindow,
} from "./people/person-windows";
import { ChairsWindow } from "./queue/chairs-window";
import { ResetWindow } from "./queue/reset-window";
import { ShortcutsWindow } from "./shortcuts-window";
import type { DeskWindow } from "./types";
import type { Desk } from "./use-desk";

const ofPerson = {
  move: MoveWindow,
  transfer: TransferWindow,
  edit: EditWindow,
};

export default function OpenedWindow(props: {
  opened: DeskWindow;
  counter: Counter;
  desk: Desk;
  outbox: DeskOutbox;
  shop: ShopHours;
}) {
  const { opened, counter, desk, outbox, shop } = props;
  const onClose = () => desk.open(null);
  const [board] = counter.boards;
  switch (opened.name) {
    case "shortcuts":
      return <ShortcutsWindow onClose={onClose} />;
    case "kept":
      return <KeptWindow {...{ outbox, onClose }} timeZone={shop.timezone} />;
    case "history":
      return <HistoryWindow {...{ counter, desk, shop, onClose }} />;
    case "reset":
      return board && <ResetWindow {...{ board, desk, onClose }} />;
    case "chairs":
      return board && <ChairsWindow {...{ board, onClose }} />;
    default: {
      const Window = ofPerson[opened.name];
      const { person } = opened;
      return <Window {...{ person, counter, desk, onClose }} />;
    }
  }
}
