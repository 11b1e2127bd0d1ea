/** /profile: what an owner says about the business, and the account itself. `?edit` opens the form. */
import { useQuery } from "convex/react";
import { ArrowLeft, Pencil } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { CredentialsCard } from "../features/account/credentials-card";
import { DataCard } from "../features/account/data-card";
import { Details } from "../features/profile/details";
import { LateCard } from "../features/profile/late-card";
import { OwnerGate } from "../features/shell/owner-gate";
import type { Business as Shop } from "../features/shell/types";
import { useAccountGone } from "../features/shell/use-logout";
import { syncServerClock } from "../lib/server-clock";
import { paths } from "../lib/paths";
import { everyone } from "../texts/everyone";
import { profile as texts } from "../texts/profile";
import { Button } from "../ui/button";
import { ButtonLink } from "../ui/button-link";
import { CardBoundary } from "../ui/card-boundary";
import { Bone, Skeleton } from "../ui/skeleton";
import { SkipLink } from "../ui/skip-link";

const EditDialog = lazy(() => import("../features/profile/edit-dialog"));

/** Only for signed-in owners; also after a lapse, because their data is theirs. */
export default function ProfileScreen() {
  return (
    <OwnerGate requires="session" title={texts.title}>
      {(account, business) => (
        <Profile email={account.email} business={business} />
      )}
    </OwnerGate>
  );
}

function Profile({ email, business }: { email: string; business: Shop }) {
  useEffect(() => void syncServerClock(), []);
  const { ending, gone } = useAccountGone();
  const { source, isSubscribed } = business.subscription;
  return (
    <>
      <title>{everyone.titled(texts.title)}</title>
      <SkipLink />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-4 pb-12 outline-none md:px-8"
      >
        <header>
          <ButtonLink
            to={paths.dashboard}
            variant="link"
            icon={ArrowLeft}
            className="-ml-4"
          >
            {texts.back}
          </ButtonLink>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">
            {texts.title}
          </h1>
        </header>
        <CardBoundary text={texts.notLoaded}>
          <Business />
        </CardBoundary>
        <CredentialsCard email={email} />
        <CardBoundary>
          <DataCard
            business={business}
            pays={isSubscribed && source === "stripe"}
            ending={ending}
            onGone={() => void gone(texts.deletion.done)}
          />
        </CardBoundary>
      </main>
    </>
  );
}

function Business() {
  const known = useQuery(api.businesses.profile, {});
  const [search, setSearch] = useSearchParams();
  const [editing, setEditing] = useState(search.has("edit"));
  const close = () => {
    setEditing(false);
    // A reload does not open it again.
    if (search.has("edit")) setSearch({}, { replace: true });
  };
  if (known === undefined) {
    return (
      <Skeleton label={texts.loading} className="grid gap-5">
        <Bone className="h-64 rounded-lg" />
        <Bone className="h-80 rounded-lg" />
      </Skeleton>
    );
  }
  return (
    <>
      <Details
        known={known}
        edit={
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {texts.edit}
          </Button>
        }
      />
      <LateCard known={known} />
      {editing && (
        <Suspense>
          <EditDialog known={known} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
