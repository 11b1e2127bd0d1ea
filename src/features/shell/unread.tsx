/** How many of the owner's support threads have an unread answer. */
import { api } from "../../../convex/_generated/api";
import { shell } from "../../strings/shell";
import { CountMark } from "./count-mark";

const { unread } = api.support.owner;

export function Unread({ onIcon }: { onIcon: boolean }) {
  return <CountMark of={unread} label={shell.unread} onIcon={onIcon} />;
}
