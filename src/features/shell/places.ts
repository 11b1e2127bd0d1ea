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
  type LucideIcon,
} from "lucide-react";
import { plans } from "../../../convex/base/rules/plans";
import { paths } from "../../lib/address/paths";
import { shell as strings } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";
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
export const posters: Entry = {
  label: strings.posters,
  icon: Tv,
  to: paths.poster,
};
export const billing: Entry = {
  label: strings.billing,
  icon: LifeBuoy,
  to: paths.support,
  marked: true,
};

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
  return [
    { title: counter, entries: [dashboard, manageQueues] },
    { title: numbers, entries: [analytics, status, reports] },
    { title: shop, entries: [...smsOf(business), calendar, profile, posters] },
  ];
}

/** Always in sight, before 'Logout'. */
export function endOf(business: Business): readonly Entry[] {
  return [billing, ...upgradeOf(business)];
}
