/** The platform's state: businesses and people now, growth, and the shares of plans and subscriptions. */
import { useQuery } from "convex/react";
import { LifeBuoy, Store, ChevronRight, type LucideIcon } from "lucide-react";
import { plans, planNames } from "../../../convex/base/rules/plans";
import { adminPaths } from "../../lib/address/admin-paths";
import { timeOf } from "../../lib/time/format";
import { admin } from "../../strings/admin/admin";
import { directory } from "../../strings/admin/directory";
import { number } from "../../strings/language/intl";
import { Bar } from "../../ui/bar";
import { Card } from "../../ui/card";
import { Bone, Skeleton } from "../../ui/skeleton";
import { StatStrip } from "../../ui/stat";
import { api } from "../../../convex/_generated/api";
import { GrowthCard } from "./growth-card";
import type { Totals } from "./types";
import { states } from "./use-choice";
import { Link } from "react-router-dom";

const { overview: strings } = directory;

export function Overview({ stale }: { stale: boolean }) {
  const totals = useQuery(api.admin.directory.totals, {});
  const unread = useQuery(api.support.admin.unread, {});
  if (totals === undefined || unread === undefined) {
    return (
      <Skeleton label={strings.loading} className="grid gap-4">
        <Bone className="h-20 rounded-lg" />
        <Bone className="h-96 rounded-lg" />
      </Skeleton>
    );
  }
  const { byPlan, byState } = totals;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <PlaceCard
          to={adminPaths.businesses}
          icon={Store}
          title={strings.businesses}
          text={strings.all(totals.businesses)}
        />
        <PlaceCard
          to={adminPaths.support}
          icon={LifeBuoy}
          title={strings.support}
          text={unread === 0 ? strings.allRead : admin.menu.unread(unread)}
        />
      </div>
      <Figures totals={totals} stale={stale} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <GrowthCard days={totals.days} />
        <div className="grid content-start gap-4">
          <Shares
            title={strings.plans}
            parts={planNames.map((plan) => ({
              name: plans[plan].label,
              count: byPlan[plan],
            }))}
          />
          <Shares
            title={strings.subscriptions}
            parts={states.map((state) => ({
              name: directory.states[state],
              count: byState[state],
            }))}
          />
        </div>
      </div>
    </>
  );
}

function Figures({ totals, stale }: { totals: Totals; stale: boolean }) {
  const { waitingNow, servedToday, asOf } = totals;
  // Counted once a minute, over all businesses.
  const counted = asOf === null ? strings.counting : strings.asOf(timeOf(asOf));
  const count = (value: number) =>
    asOf === null ? strings.unknown : number(value);
  return (
    <StatStrip
      stale={stale}
      stats={[
        { title: strings.waiting, value: count(waitingNow), caption: counted },
        { title: strings.served, value: count(servedToday), caption: counted },
      ]}
    />
  );
}

function Shares(props: {
  title: string;
  parts: readonly { name: string; count: number }[];
}) {
  const { title, parts } = props;
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card title={title}>
      <ul className="mt-3 grid gap-3">
        {parts.map(({ name, count }) => (
          <li key={name}>
            <p className="mb-1 flex justify-between gap-4">
              <span className="text-ink-2">{name}</span>{" "}
              <span className="font-semibold tab">{number(count)}</span>
            </p>
            <Bar share={all === 0 ? 0 : count / all} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PlaceCard(props: {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
}) {
  const { to, icon: Icon, title, text } = props;
  return (
    <Link
      to={to}
      className="duration-fast flex items-center gap-4 rounded-lg border border-line bg-surface p-4 transition-colors hover:bg-sunken active:bg-pressed sm:p-5"
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-md bg-brand-soft text-brand-text">
        <Icon className="size-6" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-bold tracking-tight">{title}</span>
        <span className="block text-ink-2">{text}</span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-ink-3" />
    </Link>
  );
}
