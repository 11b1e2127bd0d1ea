/** The end of /setup: the first queue's code, to try on the owner's own phone. */
import type { Id } from "../../convex/_generated/dataModel";
import { PaymentFrame } from "../features/billing/payment-frame";
import { TryIt } from "../features/setup/try-it";
import { JoinCode } from "../features/sharing/join-code";
import { LogOut } from "../features/shell/log-out";
import { isThisMachine } from "../lib/address/leave-for";
import { joinUrl, paths } from "../lib/address/paths";
import { dashboard } from "../strings/dashboard";
import { setup as strings } from "../strings/setup";
import { OfflineBanner } from "../ui/live";

/** Size of the code, in px: readable at arm's length from a laptop's screen. */
const CODE_SIZE = 288;

export default function Try(props: {
  businessId: string;
  queueId: string;
  live: boolean;
}) {
  const { businessId, queueId, live } = props;
  const url = joinUrl(businessId, queueId);
  return (
    <PaymentFrame
      title={strings.try.title}
      text={<Meaning />}
      account={<LogOut />}
    >
      {!live && <OfflineBanner />}
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

function Meaning() {
  return (
    <>
      <span className="max-sm:hidden">{strings.try.meaning}</span>
      <span className="sm:hidden">{strings.try.meaningOnPhone}</span>
    </>
  );
}
