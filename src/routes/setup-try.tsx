/** The end of /setup: the first queue's code, to try on the owner's own phone. */
import { WifiOff } from "lucide-react";
import type { Id } from "../../convex/_generated/dataModel";
import { PaymentFrame } from "../features/billing/payment-frame";
import { TryIt } from "../features/setup/try-it";
import { JoinCode } from "../features/sharing/join-code";
import { useLogout } from "../features/shell/use-logout";
import { isThisMachine } from "../lib/address/leave-for";
import { joinUrl, paths } from "../lib/address/paths";
import { dashboard } from "../strings/dashboard";
import { everyone } from "../strings/everyone";
import { setup as strings } from "../strings/setup";
import { signedIn } from "../strings/signed-in";
import { Banner } from "../ui/banner";
import { Button } from "../ui/button";

/** Size of the code, in px: readable at arm's length from a laptop's screen. */
const CODE_SIZE = 288;

/** The code of the first queue only, so the phone shows no choice. */
export default function Try({
  businessId,
  queueId,
  live,
}: {
  businessId: string;
  queueId: string;
  live: boolean;
}) {
  const logout = useLogout();
  const url = joinUrl(businessId, queueId);
  return (
    <PaymentFrame
      title={strings.try.title}
      text={strings.try.meaning}
      account={
        <Button variant="ghost" onClick={logout}>
          {signedIn.logOut}
        </Button>
      }
    >
      {!live && (
        <Banner tone="warn" icon={WifiOff}>
          {everyone.offline}
        </Banner>
      )}
      <TryIt
        queueId={queueId as Id<"queues">}
        url={url}
        code={<JoinCode url={url} size={CODE_SIZE} />}
        dashboard={paths.dashboard}
      />
      {isThisMachine(window.location.hostname) && (
        <p className="text-sm text-ink-2">
          {dashboard.sharing.thisMachineOnly}
        </p>
      )}
    </PaymentFrame>
  );
}
