/** What the menu of an owner's pages leads to, and in which order. */
import {
  Activity,
  ArrowUpCircle,
  CalendarCog,
  ChartColumn,
  ChartLine,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  MessageSquareText,
  Store,
  Tv,
  UserRound,
  Users,
  type LucideIcon,
} from "lucide-react";
import { plans } from "../../../convex/base/rules/plans";
import { may } from "../../../convex/business/rules/roles";
import { paths } from "../../lib/address/paths";
import { shell as strings } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";
import { mayOpen } from "./may-open";
import type { Business } from "./types";

/** The parts of the dashboard that the menu leads to: sections, and windows over it. */
export const parts = [
  "dashboard",
  "queue-analytics",
  "queue-status",
  "sms-settings",
  "calendar-settings",
  "manage-queues",
  "upgrade",
] as const;
export type Part = (typeof parts)[number];

/** The address of a part, from any page. */
export function partPath(part: Part): string {
  return part === "dashboard" ? paths.dashboard : `${paths.dashboard}#${part}`;
}

export type Entry = {
  label: string;
  icon: LucideIcon;
  marked?: true;
} & ({ part: Part } | { to: string });

export const reports: Entry = {
  label: strings.reports,
  icon: ChartColumn,
  to: paths.reports,
};
export const manageQueues: Entry = {
  label: strings.manageQueues,
  icon: ListChecks,
  part: "manage-queues",
};
const sms: Entry = {
  label: strings.sms,
  icon: MessageSquareText,
  part: "sms-settings",
};
export const calendar: Entry = {
  label: strings.calendar,
  icon: CalendarCog,
  part: "calendar-settings",
};
export const profile: Entry = {
  label: strings.profile,
  icon: Store,
  to: paths.profile,
};
/** For staff, who have nothing else there. */
const ownAccount: Entry = {
  label: signedIn.ownAccount,
  icon: UserRound,
  to: paths.profile,
};
export const team: Entry = {
  label: strings.team,
  icon: Users,
  to: paths.team,
};
export const posters: Entry = {
  label: strings.posters,
  icon: Tv,
  to: paths.poster,
};

type Worker = Pick<Business, "role">;

const isStaff = ({ role }: Worker) => !may(role, "manageShop");

/** Those that the person may open. */
export function openTo(
  { role }: Worker,
  entries: readonly Entry[],
): readonly Entry[] {
  return entries.filter((entry) =>
    mayOpen(role, "to" in entry ? entry.to : entry.part),
  );
}

/** What /support has for this role. */
export function supportTitle({ role }: Worker): string {
  return may(role, "ownShop") ? strings.billing : strings.support;
}

export function supportOf(worker: Worker): Entry {
  const label = supportTitle(worker);
  return { label, icon: LifeBuoy, to: paths.support, marked: true };
}

/** 'SMS Settings', for plans with texts (product.md N10). */
export function smsOf({ plan }: Pick<Business, "plan">): readonly Entry[] {
  return plans[plan].smsPerMonth > 0 ? [sms] : [];
}

export function upgradeOf({
  subscription: { upgradeTo },
}: Pick<Business, "subscription">): readonly Entry[] {
  if (upgradeTo === null) return [];
  const label = strings.upgradeTo(plans[upgradeTo].label);
  return [{ label, icon: ArrowUpCircle, part: "upgrade" }];
}

/** The groups of the menu. Its end is `endOf`. */
export function groupsOf(business: Business) {
  const { counter, numbers, shop } = strings.groups;
  const dashboard: Entry = {
    label: signedIn.dashboard,
    icon: LayoutDashboard,
    part: "dashboard",
  };
  const analytics: Entry = {
    label: strings.queueAnalytics,
    icon: ChartLine,
    part: "queue-analytics",
  };
  const status: Entry = {
    label: strings.queueStatus,
    icon: Activity,
    part: "queue-status",
  };
  const ofShop = [...smsOf(business), calendar, profile, team, posters];
  const groups = [
    { title: counter, entries: [dashboard, manageQueues] },
    { title: numbers, entries: [analytics, status, reports] },
    { title: shop, entries: isStaff(business) ? [] : ofShop },
  ];
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: openTo(business, entries),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Always in sight, before 'Logout'. */
export function endOf(business: Business): readonly Entry[] {
  if (isStaff(business)) return [ownAccount];
  return [supportOf(business), ...upgradeOf(business)];
}
