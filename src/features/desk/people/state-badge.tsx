/** The state of a person at the desk as a badge. */
import { BellRing, CircleHelp, UserCheck } from "lucide-react";
import { dashboard } from "../../../strings/dashboard";
import { Badge } from "../../../ui/badge";

export function StateBadge(props: { serving: boolean; asked?: boolean }) {
  const { serving, asked = false } = props;
  if (asked) {
    return (
      <Badge tone="amber" icon={CircleHelp}>
        {dashboard.desk.notHereYet}
      </Badge>
    );
  }
  return serving ? (
    <Badge tone="sky" icon={UserCheck}>
      {dashboard.desk.serving}
    </Badge>
  ) : (
    <Badge tone="go" icon={BellRing}>
      {dashboard.desk.called}
    </Badge>
  );
}
