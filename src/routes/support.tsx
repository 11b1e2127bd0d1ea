/** /support: the owner's messages to the platform's admins, and their answers. `?thread=` opens one thread. */
import { CutBanner } from "../features/shell/connection-note";
import { OwnerGate } from "../features/shell/owner-gate";
import { useFreshness } from "../lib/server/connection";
import { onDemand } from "../lib/on-demand";
import { support as strings } from "../strings/support";
import { Bone } from "../ui/skeleton";
import { OwnerPage } from "../ui/owner-page";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const matters = onDemand(() => import("./support/matters"));
void matters.load();

export default function SupportScreen() {
  return (
    <OwnerGate requires="session" title={strings.title}>
      {(_account, { timezone }) => <Support timeZone={timezone} />}
    </OwnerGate>
  );
}

function Support({ timeZone }: { timeZone: string }) {
  const freshness = useFreshness();
  return (
    <OwnerPage
      title={strings.title}
      back={strings.back}
      className="max-w-3xl gap-5"
    >
      <CutBanner freshness={freshness} timeZone={timeZone} />
      <matters.Screen
        timeZone={timeZone}
        fallback={<Bone className="h-96 rounded-lg" />}
      />
    </OwnerPage>
  );
}
