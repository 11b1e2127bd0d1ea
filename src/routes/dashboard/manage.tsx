/** A phone's Manage: rows that lead to what is not needed to call, and the settings of texts and calendars. */
import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import {
  ArrowLeft,
  ChevronRight,
  MonitorX,
  RotateCcw,
  type LucideIcon,
} from "lucide-react";
import { useEffect, useId, useMemo, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { plans } from "../../../convex/base/rules/plans";
import {
  calendar,
  manageQueues,
  openTo,
  partPath,
  posters,
  profile,
  reports,
  smsOf,
  supportOf,
  team,
  upgradeOf,
  type Entry,
  type Part,
} from "../../features/shell/places";
import { mayOpen } from "../../features/shell/may-open";
import { Unread } from "../../features/shell/unread";
import { cn } from "../../lib/cn";
import { dashboard } from "../../strings/dashboard";
import { shell } from "../../strings/shell";
import { IconButton } from "../../ui/icon-button";
import { focusWhatIsLeft, passFocus } from "../../ui/pass-focus";
import { showError } from "../../ui/toast";
import { Calendars, SmsCard } from "./cards";
import { Section } from "./sections";
import { isLost, type WorkplaceProps } from "./types";
import { isManaged, type ManagedPart } from "./use-parts";

const { rows: strings } = shell;

type Go = (part: Part) => void;

/** @param part the settings that are open */
export default function ManageTab(
  props: WorkplaceProps & {
    go: Go;
    part: ManagedPart | null;
    onBack: () => void;
  },
) {
  const { part } = props;
  return part === null ? (
    <Manage {...props} />
  ) : (
    <ManagePart key={part} {...props} part={part} />
  );
}

function Manage(props: WorkplaceProps & { go: Go }) {
  const { business, queues, queue, go } = props;
  const state = useStates(props);
  const rowsOf = (entries: readonly Entry[]) =>
    openTo(business, entries).map(rowOf);
  const rowOf = (entry: Entry) => (
    <Row key={entry.label} {...rowProps(entry, go)}>
      {state(entry)}
      {entry.marked && <Unread onIcon={false} />}
    </Row>
  );
  const reset = () => {
    if (!props.freshness.live) showError(dashboard.desk.notDone);
    else if (queue !== null) {
      props.openWindow({ name: "reset", queueId: queue.queueId });
    } else showError(dashboard.desk.pickQueueToReset);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 pt-2 pb-4">
      {props.queuesFailed}
      <Group title={shell.groups.numbers}>{rowOf(reports)}</Group>
      <Group title={strings.messages}>
        {rowsOf([manageQueues, ...smsOf(business), calendar])}
      </Group>
      <Group title={shell.groups.shop}>
        {rowsOf([
          ...[profile, team, posters, supportOf(business)],
          ...upgradeOf(business),
        ])}
      </Group>
      <Group title={strings.rare}>
        <Row
          icon={MonitorX}
          label={shell.signOut.verb}
          onClick={props.onSignOutEverywhere}
        />
        <Row
          icon={RotateCcw}
          label={dashboard.desk.reset}
          tone="danger"
          disabled={!queues?.length || isLost(props)}
          onClick={reset}
        />
      </Group>
    </div>
  );
}

/** The settings of texts or calendars, opened from a row. */
function ManagePart(
  props: WorkplaceProps & { part: ManagedPart; onBack: () => void },
) {
  const { part, onBack, business } = props;
  // The row that opened it is gone.
  useEffect(() => focusWhatIsLeft(), []);
  return (
    <Section id={part}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-2 pb-4">
        <div className="flex items-center gap-1">
          <IconButton
            ref={passFocus}
            label={shell.backToManage}
            icon={ArrowLeft}
            className="-ml-3"
            onClick={onBack}
          />
          <h1 className="text-xl font-extrabold tracking-tight">
            {titles[part]}
          </h1>
        </div>
        {part === "sms-settings" ? (
          <SmsCard {...props} />
        ) : (
          <Calendars business={business} />
        )}
      </div>
    </Section>
  );
}

const titles: Record<ManagedPart, string> = {
  "sms-settings": shell.sms,
  "calendar-settings": shell.calendar,
};
type Panel = FunctionReturnType<typeof api.messages.sms.panel>;
type Status = FunctionReturnType<typeof api.calendar.connection.status>;

/** What is said at the end of a row. */
function useStates({ business, queues }: WorkplaceProps) {
  const { plan, queueLimit, role } = business;
  const hasTexts = plans[plan].smsPerMonth > 0;
  const hasCalendar = mayOpen(role, "calendar-settings");
  const asked = useMemo(
    () => ({
      ...(hasTexts && { sms: { query: api.messages.sms.panel, args: {} } }),
      ...(hasCalendar && {
        calendar: { query: api.calendar.connection.status, args: {} },
      }),
    }),
    [hasTexts, hasCalendar],
  );
  // Not useQuery: it throws a failure, and a state must not break the page.
  const { sms, calendar: google } = useQueries(asked) as {
    sms?: Panel | Error;
    calendar?: Status | Error;
  };
  const states: Record<string, string | null> = {
    [shell.manageQueues]:
      queues === undefined ? null : strings.used(queues.length, queueLimit),
    [shell.sms]:
      sms === undefined || sms instanceof Error || !sms.isCounted
        ? null
        : strings.used(sms.used, sms.quota),
    [shell.calendar]:
      google === undefined || google instanceof Error || google.state === "off"
        ? null
        : google.state === "connected"
          ? strings.connected
          : strings.notConnected,
    [shell.billing]: plans[plan].label,
  };
  return ({ label }: Entry) => states[label];
}

function rowProps(entry: Entry, go: Go) {
  const { icon, label } = entry;
  if ("to" in entry) return { icon, label, to: entry.to };
  const { part } = entry;
  return isManaged(part)
    ? { icon, label, to: partPath(part) }
    : { icon, label, onClick: () => go(part) };
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="pt-2 pb-1.5 text-sm font-semibold text-ink-2">
        {title}
      </h2>
      <ul className="divide-y divide-line overflow-clip rounded-lg border border-line bg-surface">
        {children}
      </ul>
    </section>
  );
}

function Row(props: {
  icon: LucideIcon;
  label: string;
  tone?: "danger";
  disabled?: boolean;
  to?: string;
  onClick?: () => void;
  children?: ReactNode;
}) {
  const { icon: Icon, label, tone, disabled, to, onClick, children } = props;
  const look = {
    ref: passFocus,
    className: cn(
      "flex min-h-14 w-full flex-wrap items-center gap-x-3.5 py-1 pr-3 pl-4 text-left font-semibold hover:bg-sunken disabled:text-ink-3",
      tone === "danger" && "text-danger-text",
    ),
    children: (
      <>
        <Icon className="size-5 shrink-0" />
        {label}
        <span className="ml-auto flex items-center gap-2 text-sm font-normal text-ink-2">
          {children}
          <ChevronRight className="size-5 shrink-0 text-ink-3" />
        </span>
      </>
    ),
  };
  return (
    <li>
      {to === undefined ? (
        <button {...look} type="button" disabled={disabled} onClick={onClick} />
      ) : (
        <Link {...look} to={to} />
      )}
    </li>
  );
}
