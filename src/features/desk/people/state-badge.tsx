/** The state of a person at the counter as a badge. */
import { BellRing, Hourglass, UserCheck } from "lucide-react";
import { dashboard } from "../../../strings/dashboard";
import { Badge } from "../../../ui/badge";

const { desk: strings } = dashboard;

export function StateBadge(props: { serving: boolean; asked: boolean }) {
  if (props.serving) {
    return (
      <Badge tone="sky" icon={UserCheck}>
        {strings.serving}
      </Badge>
    );
  }
  return props.asked ? (
    <Badge tone="amber" icon={Hourglass}>
      {strings.notHereYet}
    </Badge>
  ) : (
    <Badge tone="go" icon={BellRing}>
      {strings.called}
    </Badge>
  );
}
