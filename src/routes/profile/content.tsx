/** The content of /profile under its heading: the business, the owner's credentials, and the data. */
import { useQuery } from "convex/react";
import { Pencil } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { CredentialsCard } from "../../features/account/credentials-card";
import { AddressCard } from "../../features/profile/address-card";
import { Details } from "../../features/profile/details";
import { LateCard } from "../../features/profile/late-card";
import type { Business as Shop } from "../../features/shell/types";
import { useAccountGone } from "../../features/shell/use-logout";
import { useSession } from "../../lib/account/me";
import { syncServerClock } from "../../lib/server/server-clock";
import { profile as strings } from "../../strings/profile";
import { Button } from "../../ui/button";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone } from "../../ui/skeleton";
import { ProfileSkeleton } from "./skeleton";

// At the end of the page and rarely used, so they load separately.
const DataCard = lazy(async () => ({
  default: (await import("../../features/account/data-card")).DataCard,
}));
const OwnRecord = lazy(async () => ({
  default: (await import("../../features/audit/own-record")).OwnRecord,
}));
const SecondFactorCard = lazy(
  () => import("../../features/account/second-factor-card"),
);
const EditDialog = lazy(() => import("../../features/profile/edit-dialog"));

export default function ProfileContent(props: {
  email: string;
  business: Shop;
}) {
  const { email, business } = props;
  useEffect(() => void syncServerClock(), []);
  const session = useSession();
  // An admin who views the page has a separate second factor.
  const isOwn = session.is === "signedIn" && session.me.viewing === null;
  const { ending, gone } = useAccountGone();
  const { source, isSubscribed } = business.subscription;
  return (
    <>
      <CardBoundary text={strings.notLoaded}>
        <Business />
      </CardBoundary>
      <CredentialsCard email={email} />
      {isOwn && (
        <CardBoundary>
          <Suspense fallback={<Bone className="h-48 rounded-lg" />}>
            <SecondFactorCard email={email} />
          </Suspense>
        </CardBoundary>
      )}
      <CardBoundary>
        <Suspense fallback={<Bone className="h-64 rounded-lg" />}>
          <DataCard
            business={business}
            pays={isSubscribed && source === "stripe"}
            ending={ending}
            onGone={() => void gone(strings.deletion.done)}
          />
        </Suspense>
      </CardBoundary>
      <CardBoundary>
        <Suspense>
          <OwnRecord timeZone={business.timezone} />
        </Suspense>
      </CardBoundary>
    </>
  );
}

function Business() {
  const known = useQuery(api.profile.businesses.profile, {});
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState(search.has("edit"));
  const close = () => {
    setEditing(false);
    // So that a reload does not open it again.
    if (search.has("edit")) setSearch({}, { replace: true });
  };
  if (known === undefined) return <ProfileSkeleton />;
  return (
    <>
      <Details
        known={known}
        edit={
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {strings.edit}
          </Button>
        }
      />
      <LateCard known={known} />
      <AddressCard />
      {editing && (
        <Suspense>
          <EditDialog known={known} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
