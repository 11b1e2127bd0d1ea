/** "Join the queue": the form with the business's header, its hours, and what to do when there is no queue. */
import { useQuery } from "convex/react";
import { Clock, Phone } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { customers as texts, refusalText } from "../../texts/customers";
import type { Opening } from "../../lib/opening";
import { weekdayName } from "../../texts/intl";
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
    /** False after a lapse and before the first payment; live, so the form opens by itself. */
    takesCustomers: boolean;
  };
  subtitle: string;
  opening: Opening;
} & Pick<Form, "onTap" | "onJoined" | "hasRecent">) {
  const { businessId, phone, takesCustomers } = business;
  const queues = useQuery(
    api.queues.publicList,
    takesCustomers ? { businessId } : "skip",
  );
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{texts.join.titleAt(business.name)}</title>
      <PageHeader
        name={business.name}
        picture={business.logoUrl}
        subtitle={subtitle}
      />
      <main id="main" className="flex flex-1 flex-col">
        <h1 className="px-5 pt-1 pb-4 text-2xl font-extrabold tracking-tight">
          {texts.join.title}
        </h1>
        {takesCustomers ? (
          <>
            {!opening.open && (
              <Banner tone="info" icon={Clock} className="mx-5 mb-5">
                {closedText(opening)}
              </Banner>
            )}
            {queues === undefined && (
              <Skeleton
                label={texts.join.loadingQueues}
                className="grid gap-4 px-5"
              >
                <Bone className="h-18 rounded-lg" />
                <Bone className="h-18 rounded-lg" />
              </Skeleton>
            )}
            {queues?.length === 0 && (
              <NobodyJoins title={texts.join.noActiveQueues} phone={phone} />
            )}
            {queues !== undefined && queues.length > 0 && (
              <JoinForm
                queues={queues}
                onTap={onTap}
                onJoined={onJoined}
                hasRecent={hasRecent}
              />
            )}
          </>
        ) : (
          <NobodyJoins
            title={refusalText({ code: "notTakingCustomers" })}
            phone={phone}
          >
            {texts.join.later}
          </NobodyJoins>
        )}
      </main>
    </div>
  );
}

/** Joining while closed is allowed (decisions, settled list); people are told. */
function closedText(opening: Extract<Opening, { open: false }>): string {
  if (opening.opens === null) return texts.join.closedJoin;
  const { inDays, weekday, time } = opening.opens;
  if (inDays === 0) return texts.join.opensToday(time);
  if (inDays === 1) return texts.join.opensTomorrow(time);
  return texts.join.opensOn(weekdayName(weekday), time);
}

/** What stands in place of the form while there is nothing to join. */
function NobodyJoins({
  title,
  phone,
  children,
}: {
  title: string;
  phone: string | null;
  children?: ReactNode;
}) {
  return (
    <div className="px-5 py-10 text-center">
      <EmptyLine />
      <h2 className="mt-5 text-xl font-bold tracking-tight text-balance">
        {title}
      </h2>
      {children && (
        <p className="mx-auto mt-2 max-w-sm text-ink-2">{children}</p>
      )}
      {phone !== null && (
        <ButtonAnchor
          size="lg"
          icon={Phone}
          className="mt-5"
          href={`tel:${phone.replace(/[^+\d]/g, "")}`}
        >
          {texts.callShop}
        </ButtonAnchor>
      )}
    </div>
  );
}
