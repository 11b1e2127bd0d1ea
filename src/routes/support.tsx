/** /support: the owner's messages to the platform's admins, and their answers. `?thread=` opens one thread. */
import { CutBanner } from "../features/shell/connection-note";
import { OwnerGate } from "../features/shell/owner-gate";
import { useFreshness } from "../lib/server/connection";
import { onDemand } from "../lib/on-demand";
import { paths } from "../lib/address/paths";
import { everyone } from "../strings/everyone";
import { support as strings } from "../strings/support";
import { BackLink } from "../ui/back-link";
import { Bone } from "../ui/skeleton";
import { SkipLink } from "../ui/skip-link";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const matters = onDemand(() => import("./support/matters"));
void matters.load();

/** For signed-in owners only; also after a lapse. */
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
    <>
      <title>{everyone.titled(strings.title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-4 pb-12 outline-none md:px-8"
      >
        <header>
          <BackLink to={paths.dashboard}>{strings.back}</BackLink>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {strings.title}
          </h1>
        </header>
        <CutBanner freshness={freshness} timeZone={timeZone} />
        <matters.Screen
          timeZone={timeZone}
          fallback={<Bone className="h-96 rounded-lg" />}
        />
      </main>
    </>
  );
}
