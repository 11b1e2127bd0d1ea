/** The desk's keys and windows. Outside the two layouts, so turning a tablet keeps an open window and its text. */
import { DeskTools } from "../../features/desk/desk-tools";
import type { DeskWindow, UndoPlace } from "../../features/desk/types";
import type { WorkplaceProps } from "./types";
import { useCounter } from "./use-counter";

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
      shop={props.business}
      onFind={onFind}
    />
  );
}
