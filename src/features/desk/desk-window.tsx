/** The windows of the desk, in one file that is loaded after everything else. */
import { HistoryWindow } from "./history-window";
import { KeptWindow } from "./outbox/kept-window";
import { AddWalkIn } from "./people/add-walk-in";
import {
  EditWindow,
  MoveWindow,
  TransferWindow,
} from "./people/person-windows";
import { ChairsWindow } from "./queue/chairs-window";
import { ResetWindow } from "./queue/reset-window";
import { ShortcutsWindow } from "./shortcuts-window";
import type { DeskWindow, WindowProps } from "./types";

const ofPerson = {
  move: MoveWindow,
  transfer: TransferWindow,
  edit: EditWindow,
};
const ofQueue = { reset: ResetWindow, chairs: ChairsWindow };
const ofShop = {
  history: HistoryWindow,
  shortcuts: ShortcutsWindow,
  kept: KeptWindow,
  walkIn: AddWalkIn,
};

export default function OpenedWindow(
  props: WindowProps & { opened: DeskWindow },
) {
  const { opened, ...more } = props;
  if ("person" in opened) {
    const Window = ofPerson[opened.name];
    return <Window {...more} person={opened.person} />;
  }
  if ("queueId" in opened) {
    const { queueId } = opened;
    const board = more.counter.boards.find((one) => one.queueId === queueId);
    const Window = ofQueue[opened.name];
    return <Window {...more} board={board} />;
  }
  const Window = ofShop[opened.name];
  return <Window {...more} />;
}
