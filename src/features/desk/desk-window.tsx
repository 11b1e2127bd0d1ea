/** The windows of the desk, in one file that is loaded after everything else. */
import { HistoryWindow } from "./history-window";
import { KeptWindow } from "./outbox/kept-window";
import { AddWalkIn } from "./people/add-walk-in";
import { EditWindow, MoveWindow } from "./people/person-windows";
import { ChairsWindow } from "./queue/chairs-window";
import { Gone } from "./queue/gone";
import { ResetWindow } from "./queue/reset-window";
import { ShortcutsWindow } from "./shortcuts-window";
import type { DeskWindow, WindowProps } from "./types";

const ofPerson = { move: MoveWindow, edit: EditWindow };
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
  const boardOf = (queueId: string | null) =>
    more.counter.boards.find((one) => one.queueId === queueId);
  if ("person" in opened) {
    const { person } = opened;
    const board = boardOf(person.queueId);
    if (board === undefined) return <Gone {...more} />;
    const Window = ofPerson[opened.name];
    return <Window {...more} person={person} board={board} />;
  }
  if ("queueId" in opened) {
    const Window = ofQueue[opened.name];
    return <Window {...more} board={boardOf(opened.queueId)} />;
  }
  const Window = ofShop[opened.name];
  return <Window {...more} />;
}
