/** Says where payments go with a stand-in, so that no real card is entered and no invoice is expected. */
import { useQuery } from "convex/react";
import { FlaskConical } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Banner } from "../../ui/banner";
import { payment } from "../../strings/payment";
import { refusalText } from "../../strings/refusals/visitor";

export function StandInNote() {
  const payments = useQuery(api.account.deployment.current)?.payments;
  if (payments !== "off" && payments !== "standIn") return null;
  return (
    <Banner tone="info" icon={FlaskConical}>
      {payments === "off"
        ? refusalText({ code: "paymentsOff" })
        : payment.standIn}
    </Banner>
  );
}
