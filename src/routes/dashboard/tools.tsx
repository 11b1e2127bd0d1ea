/** The desk's keys and windows. Beside the two layouts and not in them: a tablet that is turned keeps what is open, with what is typed. */
import { DeskTools } from "../../features/desk/desk-tools";
import type { DeskWindow, UndoPlace } from "../../features/desk/types";
import type { WorkplaceProps } from "./types";
import { useCounter } from "./use-counter";

/** @param onFind before somebody is looked for: the list has to be on the screen */
export function Tools({
  undoPlace,
  opened,
  onFind,
  ...props
}: WorkplaceProps & {
  undoPlace: UndoPlace;
  opened: DeskWindow | null;
  onFind: () => void;
}) {
  const { board, desk } = useCounter(props, undoPlace);
  return (
    <DeskTools
      board={board}
      desk={desk}
      opened={opened}
      timeZone={props.business.timezone}
      onFind={onFind}
    />
  );
}
