/** /support: 'Billing & support': the plan, the messages to the platform's admins, and the account's sessions. */
import { OwnerGate } from "../features/shell/owner-gate";
import { OwnerPage } from "../features/shell/owner-page";
import { supportTitle } from "../features/shell/places";
import { paths } from "../lib/address/paths";
import { onDemand } from "../lib/on-demand";
import { shell } from "../strings/shell";
import { Bone } from "../ui/skeleton";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const matters = onDemand(() => import("./support/matters"));
void matters.load();

export default function SupportScreen() {
  return (
    <OwnerGate at={paths.support} requires="session" title={shell.support}>
      {(account, business) => (
        <OwnerPage
          business={business}
          at={paths.support}
          title={supportTitle(business)}
        >
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
            <matters.Screen
              email={(account.viewing ?? account).email}
              business={business}
              fallback={<Bone className="h-96 rounded-lg" />}
            />
          </div>
        </OwnerPage>
      )}
    </OwnerGate>
  );
}
