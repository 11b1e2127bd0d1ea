/** /profile: the owner's settings of the business, and the account. `?edit` opens the form. */
import { OwnerGate } from "../features/shell/owner-gate";
import type { Business } from "../features/shell/types";
import { onDemand } from "../lib/on-demand";
import { paths } from "../lib/address/paths";
import { everyone } from "../strings/everyone";
import { profile as strings } from "../strings/profile";
import { BackLink } from "../ui/back-link";
import { SkipLink } from "../ui/skip-link";
import { ProfileSkeleton } from "./profile/skeleton";

// Shares code with the dashboard, whose file it loads. The heading does not wait for it.
const content = onDemand(() => import("./profile/content"));
void content.load();

/** For signed-in owners only; also after a lapse, because the data is theirs. */
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
        <content.Screen
          email={email}
          business={business}
          fallback={<ProfileSkeleton />}
        />
      </main>
    </>
  );
}
