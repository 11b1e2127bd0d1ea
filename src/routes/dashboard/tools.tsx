/** The desk's windows. Outside the two layouts, so turning a tablet keeps an open window and its text. */
import { DeskTools } from "../../features/desk/desk-tools";
import type { DeskWindow } from "../../features/desk/types";
import type { WorkplaceProps } from "./types";
import { useCounter } from "./use-counter";

export function Tools(props: WorkplaceProps & { opened: DeskWindow | null }) {
  const { opened, outbox, business } = props;
  const { counter, desk } = useCounter(props);
  return <DeskTools {...{ counter, desk, outbox, opened }} shop={business} />;
}
