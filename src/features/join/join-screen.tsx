/** "Join the queue": the form under the business's header, its hours, and the screens without a queue to join. */
import { Clock } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useAnswer } from "../../lib/server/use-answer";
import { customers as strings, refusalText } from "../../strings/customers";
import { Banner } from "../../ui/banner";
import { LegalLine } from "../../ui/legal-links";
import { EmptyLine } from "../../ui/mark";
import { PageHeader } from "../../ui/page-header";
import { Bone, Skeleton } from "../../ui/skeleton";
import { CallShop } from "./call-shop";
import { JoinForm } from "./join-form";
import { useLook } from "./look";
import { closedWords } from "./opening-words";

type Form = ComponentProps<typeof JoinForm>;

export function JoinNow({
  shop,
  subtitle,
  missing,
  ...form
}: {
  subtitle: string;
  missing: ReactNode;
} & Omit<Form, "queues">) {
  // Live, so the form appears as soon as the owner has paid.
  const { businessId, phone, takesCustomers } = shop;
  const queues = useAnswer(api.desk.queues.publicList, { businessId });
  useLook(businessId, takesCustomers && (queues?.length ?? 0) > 0);
  if (queues === null) return missing;
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{strings.join.titleAt(shop.name)}</title>
      <PageHeader name={shop.name} picture={shop.logoUrl} subtitle={subtitle} />
      <main id="main" className="flex flex-1 flex-col">
        <h1 className="px-5 pt-1 pb-4 text-2xl font-extrabold tracking-tight">
          {strings.join.title}
        </h1>
        {takesCustomers ? (
          <>
            <Hours
              {...form}
              shop={shop}
              mayJoin={queues === undefined || queues.length > 0}
            />
            {queues === undefined && (
              <Skeleton
                label={strings.join.loadingQueues}
                className="grid gap-4 px-5"
              >
                <Bone className="h-18 rounded-lg" />
                <Bone className="h-18 rounded-lg" />
              </Skeleton>
            )}
            {queues?.length === 0 && (
              <NobodyJoins title={strings.join.noActiveQueues} phone={phone} />
            )}
            {queues !== undefined && queues.length > 0 && (
              <JoinForm {...form} shop={shop} queues={queues} />
            )}
          </>
        ) : (
          <NobodyJoins
            title={refusalText({ code: "notTakingCustomers" })}
            phone={phone}
          >
            {strings.join.later}
          </NobodyJoins>
        )}
      </main>
      <LegalLine newTab />
    </div>
  );
}

/** For a closed shop. Joining is still allowed (product.md J6), unless the shop takes walk-ins only while open. */
function Hours({
  shop,
  opening,
  mayJoin,
}: Pick<Form, "shop" | "opening"> & { mayJoin: boolean }) {
  if (opening.open) return null;
  const { joinWhenOpen, stillJoin } = strings.join;
  return (
    <Banner tone="info" icon={Clock} className="mx-5 mb-5">
      {closedWords(opening)}{" "}
      {mayJoin && (shop.walkInsOnlyWhenOpen ? joinWhenOpen : stillJoin)}
    </Banner>
  );
}

/** Replaces the form while there is no queue to join. */
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
      <CallShop phone={phone} className="mt-5" />
    </div>
  );
}
