/** /profile: the settings of the business, and the account; for staff the account. `?edit=hours` opens that card. */
import { OwnerGate } from "../features/shell/owner-gate";
import { OwnerPage } from "../features/shell/owner-page";
import type { Business } from "../features/shell/types";
import { paths } from "../lib/address/paths";
import { onDemand } from "../lib/on-demand";
import { profile as strings } from "../strings/profile";
import { signedIn } from "../strings/signed-in";
import { ProfileSkeleton } from "./profile/skeleton";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const content = onDemand(() => import("./profile/content"));
void content.load();

export default function ProfileScreen() {
  return (
    <OwnerGate requires="session" at={paths.profile} title={strings.title}>
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
      business={business}
      at={paths.profile}
      title={business.role === "staff" ? signedIn.ownAccount : strings.title}
      back={strings.back}
    >
      <content.Screen
        email={email}
        business={business}
        fallback={<ProfileSkeleton />}
      />
    </OwnerPage>
  );
}
