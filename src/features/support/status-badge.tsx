/** The status of a thread: colour, icon and word. */
import { CircleCheck, Clock, Reply, type LucideIcon } from "lucide-react";
import type { SupportStatus } from "../../../convex/support/rules/threads";
import { Badge } from "../../ui/badge";

const looks: Readonly<
  Record<SupportStatus, { icon: LucideIcon; tone: "amber" | "sky" | "green" }>
> = {
  open: { icon: Clock, tone: "amber" },
  pending: { icon: Reply, tone: "sky" },
  resolved: { icon: CircleCheck, tone: "green" },
};

export function StatusBadge(props: {
  status: SupportStatus;
  words: Readonly<Record<SupportStatus, string>>;
}) {
  const { status, words } = props;
  return <Badge {...looks[status]}>{words[status]}</Badge>;
}
