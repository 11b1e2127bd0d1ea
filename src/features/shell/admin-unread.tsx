/** How many support threads no admin has read. */
import { api } from "../../../convex/_generated/api";
import { admin } from "../../strings/admin/admin";
import { CountMark } from "./count-mark";

const { unread } = api.support.admin;

export function AdminUnread({ onIcon }: { onIcon: boolean }) {
  return <CountMark of={unread} label={admin.menu.unread} onIcon={onIcon} />;
}
