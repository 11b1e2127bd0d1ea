/** The frame of the dashboard up to 640 px: header, content, and the controls at the bottom. */
import {
  LayoutDashboard,
  ListChecks,
  LogOut,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { cn } from "../../lib/cn";
import { dashboard as strings } from "../../strings/dashboard";
import { signedIn } from "../../strings/signed-in";
import { Avatar } from "../../ui/avatar";
import { Tag } from "../../ui/badge";
import { Connection } from "./connection-note";
import { PlanBadge } from "./plan-badge";
import { ThemeToggle } from "./theme-toggle";
import { Unread } from "./unread";
import type { Business } from "./types";
import { Confirm } from "../../ui/windows/confirm";
import { useLogout } from "./use-logout";

export const phoneTabs = ["overview", "queue", "manage"] as const;
export type PhoneTab = (typeof phoneTabs)[number];

const { places } = strings;

const looks: Record<PhoneTab, { label: string; icon: LucideIcon }> = {
  overview: { label: places.overview, icon: LayoutDashboard },
  queue: { label: places.queue, icon: Users },
  manage: { label: places.manage, icon: ListChecks },
};

export function PhoneShell(props: {
  business: Business;
  live: boolean;
  tab: PhoneTab;
  onTab: (tab: PhoneTab) => void;
  dock?: ReactNode;
  children: ReactNode;
}) {
  const { business, live, tab, onTab, dock, children } = props;
  const logout = useLogout();
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-(--bar) z-20 flex items-center gap-3 border-b border-line bg-surface py-2.5 pr-2 pl-4 low:static">
        <Avatar name={business.name} src={business.logoUrl} size="md" />
        <div className="min-w-0 flex-1">
          <p
            className="truncate text-left leading-tight font-bold"
            dir="auto"
            title={business.name}
          >
            {business.name}
          </p>
          <div className="mt-0.5 flex flex-wrap items-center gap-x-3">
            <PlanBadge business={business} />
            {business.isDemo && <Tag tone="slate">{strings.demo}</Tag>}
            <Connection live={live} />
          </div>
        </div>
        <ThemeToggle />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 outline-none"
      >
        <h1 className="sr-only">{looks[tab].label}</h1>
        {children}
      </main>
      {/* In a low window only the dock stays. */}
      <div className="@container sticky bottom-0 z-20 bg-surface shadow-dock low:contents">
        <div className="low:sticky low:bottom-0 low:z-20 low:bg-surface low:shadow-dock">
          {dock}
        </div>
        <nav
          aria-label={places.navigation}
          className="grid grid-cols-4 border-t border-line pb-[max(0.75rem,env(safe-area-inset-bottom))] @max-[14rem]:grid-cols-2"
        >
          {phoneTabs.map((name) => (
            <BarItem
              key={name}
              {...looks[name]}
              current={name === tab}
              marked={name === "manage"}
              onClick={() => onTab(name)}
            />
          ))}
          <BarItem
            label={signedIn.logOut}
            icon={LogOut}
            onClick={() => setAsking(true)}
          />
        </nav>
      </div>
      <Confirm
        open={asking}
        title={signedIn.logOutAsked.title}
        question={signedIn.logOutAsked.meaning}
        stay={signedIn.logOutAsked.stay}
        verb={signedIn.logOutAsked.verb}
        busy={false}
        tone="quiet"
        onConfirm={() => {
          setAsking(false);
          logout();
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

function BarItem(props: {
  label: string;
  icon: LucideIcon;
  current?: boolean;
  marked?: boolean;
  onClick: () => void;
}) {
  const { label, icon: Icon, current = false, marked = false, onClick } = props;
  return (
    <button
      type="button"
      onClick={onClick}
      aria-current={current ? "page" : undefined}
      className={cn(
        "flex min-h-15 flex-col items-center justify-center gap-0.5 text-sm font-semibold",
        current ? "text-brand-text" : "text-ink-2",
      )}
    >
      <span
        className={cn(
          "relative grid h-8 w-14 place-items-center rounded-full",
          current && "bg-brand-soft",
        )}
      >
        <Icon className="size-6" />
        {marked && <Unread onIcon />}
      </span>
      <span>{label}</span>
    </button>
  );
}
