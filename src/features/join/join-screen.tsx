/** "Join the queue": the form under the business's header, and the screens without a queue to join. */
import type { ComponentProps, ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { useAnswer } from "../../lib/server/use-answer";
import { customers as strings } from "../../strings/customers";
import { everyone } from "../../strings/everyone";
import { LegalLine } from "../../ui/legal-links";
import { EmptyLine } from "../../ui/mark";
import { PageHeader } from "../../ui/page-header";
import { Bone, Skeleton } from "../../ui/skeleton";
import { CallShop } from "./call-shop";
import { JoinForm } from "./join-form";
import { JoinHead } from "./join-head";
import { useLook } from "./look";

type Form = ComponentProps<typeof JoinForm>;

export function JoinNow(
  props: {
    subtitle: string;
    missing: ReactNode;
  } & Omit<Form, "queues">,
) {
  const { shop, subtitle, missing, ...form } = props;
  // Live, so the form appears as soon as the owner has paid.
  const { businessId, phone, takesCustomers } = shop;
  const queues = useAnswer(api.desk.queues.publicList, { businessId });
  const isForm = takesCustomers && Array.isArray(queues) && queues.length > 0;
  useLook(businessId, isForm);
  // Open by its hours, but nobody can join.
  const isShut = !takesCustomers || (Array.isArray(queues) && !queues.length);
  const isOff = form.opening.open && isShut;
  // A call of an own ticket still replaces the page.
  if (queues instanceof Error) {
    return (
      <>
        {missing}
        {form.tickets}
      </>
    );
  }
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-lg flex-col">
      <title>{strings.join.titleAt(shop.name)}</title>
      <PageHeader
        name={shop.name}
        picture={shop.logoUrl}
        subtitle={isOff ? "" : subtitle}
      />
      <main id="main" className="flex flex-1 flex-col">
        {isForm ? (
          <JoinForm {...form} shop={shop} queues={queues} />
        ) : (
          <div className="grid grid-cols-1 gap-3 px-5 pt-0.5 pb-4">
            <JoinHead title={strings.join.title} tickets={form.tickets} />
            {!takesCustomers ? (
              <NobodyJoins title={everyone.notTakingCustomers} phone={phone}>
                {strings.join.later}
              </NobodyJoins>
            ) : queues === undefined ? (
              <Skeleton
                label={strings.join.loadingQueues}
                className="grid gap-3"
              >
                <Bone className="h-13 rounded-lg" />
                <Bone className="h-14 rounded-lg" />
                <Bone className="h-14 rounded-lg" />
              </Skeleton>
            ) : (
              <NobodyJoins title={strings.join.noActiveQueues} phone={phone} />
            )}
          </div>
        )}
      </main>
      <LegalLine newTab />
    </div>
  );
}

/** Replaces the form while there is no queue to join. */
function NobodyJoins(props: {
  title: string;
  phone: string | null;
  children?: ReactNode;
}) {
  const { title, phone, children } = props;
  return (
    <div className="py-10 text-center">
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
