/** Says where payments go when it is not the real service, so that nobody types a real card or waits for a bill. */
import { useQuery } from "convex/react";
import { FlaskConical } from "lucide-react";
import { api } from "../../../convex/_generated/api";
import { Banner } from "../../ui/banner";
import { payment } from "../../strings/payment";
import { refusalText } from "../../strings/refusals/visitor";

/** Nothing with the real service, nor where nothing is paid. */
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
