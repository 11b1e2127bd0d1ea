/** /profile: the owner's settings of the business, and the account. `?edit=hours` opens that card. */
import { OwnerGate } from "../features/shell/owner-gate";
import type { Business } from "../features/shell/types";
import { onDemand } from "../lib/on-demand";
import { profile as strings } from "../strings/profile";
import { OwnerPage } from "../ui/owner-page";
import { ProfileSkeleton } from "./profile/skeleton";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const content = onDemand(() => import("./profile/content"));
void content.load();

export default function ProfileScreen() {
  return (
    <OwnerGate requires="session" title={strings.title}>
      {(account, business) => (
        <Profile
          email={(account.viewing ?? account).email}
          business={business}
        />
      )}
    </OwnerGate>
  );
}

function Profile({ email, business }: { email: string; business: Business }) {
  return (
    <OwnerPage
      title={strings.title}
      back={strings.back}
      className="max-w-3xl gap-5 lg:max-w-5xl"
    >
      <content.Screen
        email={email}
        business={business}
        fallback={
          <div className="lg:mr-60">
            <ProfileSkeleton />
          </div>
        }
      />
    </OwnerPage>
  );
}
