/** The status of a ticket as its badge. */
import {
  BellRing,
  CalendarClock,
  Check,
  Clock,
  Hourglass,
  SkipForward,
  UserCheck,
  X,
  type LucideIcon,
} from "lucide-react";
import type { ComponentProps } from "react";
import { directory } from "../../strings/admin/directory";
import { Badge } from "../../ui/badge";
import type { Participant } from "./types";

const { participants: strings } = directory;

type Status = Participant["status"];
type Look = { tone: ComponentProps<typeof Badge>["tone"]; icon: LucideIcon };

const looks: Record<Status, Look> = {
  waiting: { tone: "slate", icon: Clock },
  called: { tone: "go", icon: BellRing },
  serving: { tone: "sky", icon: UserCheck },
  completed: { tone: "green", icon: Check },
  skipped: { tone: "amber", icon: SkipForward },
  cancelled: { tone: "grey", icon: X },
  expired: { tone: "grey", icon: Hourglass },
};

export function ParticipantStatus({ person }: { person: Participant }) {
  const { status, isScheduled } = person;
  if (status === "waiting" && isScheduled) {
    return (
      <Badge tone="slate" icon={CalendarClock}>
        {strings.isBooked}
      </Badge>
    );
  }
  return <Badge {...looks[status]}>{strings.states[status]}</Badge>;
}
