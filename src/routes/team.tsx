/** /team: the people of the shop, their roles, and invitations. */
import { OwnerGate } from "../features/shell/owner-gate";
import { OwnerPage } from "../features/shell/owner-page";
import { paths } from "../lib/address/paths";
import { onDemand } from "../lib/on-demand";
import { shell } from "../strings/shell";
import { team as strings } from "../strings/team";
import { Bone, Skeleton } from "../ui/skeleton";
import { CardBoundary } from "../ui/card-boundary";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const people = onDemand(() => import("./team/people"));
void people.load();

export default function TeamScreen() {
  const skeleton = (
    <Skeleton label={strings.loading} className="grid gap-5">
      <Bone className="h-40 rounded-lg" />
      <Bone className="h-72 rounded-lg" />
    </Skeleton>
  );
  return (
    <OwnerGate requires="session" at={paths.team} title={shell.team}>
      {(_account, business) => (
        <OwnerPage business={business} at={paths.team} title={shell.team}>
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
            <CardBoundary text={strings.notLoaded}>
              <people.Screen
                business={business}
                skeleton={skeleton}
                fallback={skeleton}
              />
            </CardBoundary>
          </div>
        </OwnerPage>
      )}
    </OwnerGate>
  );
}
