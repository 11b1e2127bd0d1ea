/** "Join the queue": the form with the business's header, its hours, and what to do when there is no queue. */
import { useQuery } from "convex/react";
import { Clock, Phone } from "lucide-react";
import type { ComponentProps } from "react";
import { api } from "../../../convex/_generated/api";
import { texts } from "../../../convex/model/texts";
import type { Opening } from "../../lib/opening";
import { Banner } from "../../ui/banner";
import { ButtonAnchor } from "../../ui/button";
import { EmptyLine } from "../../ui/mark";
import { PageHeader } from "../../ui/page-header";
import { Bone, Skeleton } from "../../ui/skeleton";
import { JoinForm } from "./join-form";

type Form = ComponentProps<typeof JoinForm>;

/** Everything before there is a ticket. */
export function JoinNow({
  business,
  subtitle,
  opening,
  onTap,
  onJoined,
  hasRecent,
}: {
  business: {
    businessId: string;
    name: string;
    phone: string | null;
    logoUrl: string | null;
  };
  subtitle: string;
  opening: Opening;
} & Pick<Form, "onTap" | "onJoined" | "hasRecent">) {
  const queues = useQuery(api.queues.publicList, {
    businessId: business.businessId,
  });
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{`Join the queue · ${business.name}`}</title>
      <PageHeader
        name={business.name}
        picture={business.logoUrl}
        subtitle={subtitle}
      />
      <main id="main" className="flex flex-1 flex-col">
        <h1 className="px-5 pt-1 pb-4 text-2xl font-extrabold tracking-tight">
          Join the queue
        </h1>
        {!opening.open && (
          <Banner tone="info" icon={Clock} className="mx-5 mb-5">
            {closedText(opening)}
          </Banner>
        )}
        {queues === undefined && (
          <Skeleton label="Loading queues..." className="grid gap-4 px-5">
            <Bone className="h-18 rounded-lg" />
            <Bone className="h-18 rounded-lg" />
          </Skeleton>
        )}
        {queues?.length === 0 && <NoQueues phone={business.phone} />}
        {queues !== undefined && queues.length > 0 && (
          <JoinForm
            queues={queues}
            onTap={onTap}
            onJoined={onJoined}
            hasRecent={hasRecent}
          />
        )}
      </main>
    </div>
  );
}

/** Joining while closed is allowed (decisions, settled list); people are told. */
function closedText(opening: Extract<Opening, { open: false }>): string {
  if (opening.opens === null) return "Closed now. You can still join.";
  const { day, time } = opening.opens;
  return `Closed now, opens ${day} ${time}. You can still join.`;
}

function NoQueues({ phone }: { phone: string | null }) {
  return (
    <div className="px-5 py-10 text-center">
      <EmptyLine />
      <h2 className="mt-5 text-xl font-bold tracking-tight text-balance">
        {texts.noActiveQueues}
      </h2>
      {phone !== null && (
        <ButtonAnchor
          size="lg"
          icon={Phone}
          className="mt-5"
          href={`tel:${phone.replace(/[^+\d]/g, "")}`}
        >
          Call the shop
        </ButtonAnchor>
      )}
    </div>
  );
}
