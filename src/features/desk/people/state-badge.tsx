/** The state of a person at the desk as a badge. */
import { BellRing, UserCheck } from "lucide-react";
import { dashboard } from "../../../strings/dashboard";
import { Badge } from "../../../ui/badge";

export function StateBadge({ serving }: { serving: boolean }) {
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
