/** One business for admins: facts, subscription, queues and deletion. */
import { useQuery } from "convex/react";
import { ListChecks, Trash2, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import {
  adminParticipantsPath,
  adminQueuesPath,
} from "../../lib/address/admin-paths";
import { momentOf } from "../../lib/time/format";
import { number } from "../../strings/language/intl";
import { directory } from "../../strings/admin/directory";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { Card } from "../../ui/card";
import { Bone, Skeleton } from "../../ui/skeleton";
import { api } from "../../../convex/_generated/api";
import { BusinessFacts, Fact, Facts } from "./business-facts";
import { ErasureNote } from "./erasure-note";
import { RemoveBusiness } from "./remove-business";
import { SubscriptionCard } from "./subscription-card";
import type { Business } from "./types";

const { business: strings, queues } = directory;

/** undefined while it loads, null if it does not exist. @throws what the query throws */
export function useBusiness(businessId: string): Business | null | undefined {
  return useQuery(api.admin.directory.business, { businessId });
}

export function BusinessView(props: {
  business: Business;
  onGone: () => void;
  children?: ReactNode;
}) {
  const { business, onGone, children } = props;
  const { erasure } = business;
  return (
    <>
      {erasure && <ErasureNote erasure={erasure} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <BusinessFacts business={business} />
        <div className="grid gap-4">
          <SubscriptionCard business={business} />
          <QueuesCard business={business} />
          <TeamCard business={business} />
        </div>
      </div>
      {children}
      <Danger business={business} onGone={onGone} />
    </>
  );
}

function QueuesCard({ business }: { business: Business }) {
  const { businessId, queues: counts } = business;
  return (
    <Card title={strings.queues}>
      <Facts>
        <Fact name={queues.total}>{number(counts.total)}</Fact>
        <Fact name={queues.active}>{number(counts.active)}</Fact>
        <Fact name={queues.inactive}>{number(counts.inactive)}</Fact>
      </Facts>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={adminQueuesPath(businessId)} icon={ListChecks}>
          {directory.viewQueues}
        </ButtonLink>
        <ButtonLink
          to={adminParticipantsPath("business", businessId)}
          icon={Users}
        >
          {strings.people}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Nothing in a shop that has added nobody. */
function TeamCard({ business: { people, timezone } }: { business: Business }) {
  if (people.length === 0) return null;
  return (
    <Card title={strings.team}>
      <Facts>
        {people.map(({ personId, name, role, since }) => (
          <Fact key={personId} name={<bdi>{name}</bdi>}>
            {strings.since(strings.roles[role], momentOf(since, timezone))}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

function Danger(props: { business: Business; onGone: () => void }) {
  const { business, onGone } = props;
  const [open, setOpen] = useState(false);
  return (
    <Card title={strings.danger}>
      <p className="mt-1 text-ink-2">{strings.dangerMeans}</p>
      <Button
        variant="outlineDanger"
        icon={Trash2}
        className="mt-4"
        onClick={() => setOpen(true)}
      >
        {directory.remove.confirm}
      </Button>
      {open && (
        <RemoveBusiness
          business={business}
          onClose={() => setOpen(false)}
          onGone={onGone}
        />
      )}
    </Card>
  );
}

export function BusinessSkeleton() {
  return (
    <Skeleton label={strings.loading} className="grid gap-4 lg:grid-cols-2">
      <Bone className="h-96 rounded-lg" />
      <Bone className="h-96 rounded-lg" />
    </Skeleton>
  );
}
