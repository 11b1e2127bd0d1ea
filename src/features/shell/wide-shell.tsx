/** The frame of the dashboard above 640 px: sidebar, header, content. */
import {
  Activity,
  ArrowUpCircle,
  CalendarSync,
  ChartLine,
  CreditCard,
  LayoutDashboard,
  ListChecks,
  LogOut,
  MessageSquareText,
  MonitorX,
  PanelLeftClose,
  PanelLeftOpen,
  QrCode,
  ReceiptText,
} from "lucide-react";
import { useState, type ReactNode } from "react";
import { cn } from "../../lib/cn";
import { readStored, storageKeys, writeStored } from "../../lib/storage";
import { useMedia } from "../../lib/use-media";
import { plans } from "../../../convex/base/rules/plans";
import { dashboard as strings } from "../../strings/dashboard";
import { signedIn } from "../../strings/signed-in";
import { Avatar } from "../../ui/avatar";
import { Tag } from "../../ui/badge";
import { IconButton } from "../../ui/button";
import { Mark, MarkIcon } from "../../ui/mark";
import { Connection } from "./connection-note";
import { pageLinks } from "./page-links";
import { PlanBadge } from "./plan-badge";
import { SidebarItem } from "./sidebar-item";
import { ThemeToggle } from "./theme-toggle";
import type { Business, PlanActions } from "./types";
import { Unread } from "./unread";
import { useLogout } from "./use-logout";

const { places, plan, account } = strings;

/** 768 px: below it the sidebar is always narrow. */
const CAN_BE_WIDE = "(min-width: 48rem)";
/** 1280 px: from here on it is wide unless collapsed. */
const WIDE_BY_DEFAULT = "(min-width: 80rem)";

/** Wide unless collapsed, which is remembered. On narrower screens it starts narrow and expands for this visit only. */
function useSidebar() {
  const [isCollapsed, setCollapsed] = useState(
    () => readStored(storageKeys.sidebar) === "narrow",
  );
  const [isOpened, setOpened] = useState(false);
  const possible = useMedia(CAN_BE_WIDE);
  const hasRoom = useMedia(WIDE_BY_DEFAULT);
  const wide = hasRoom ? !isCollapsed : possible && isOpened;
  const toggle = () => {
    if (!hasRoom) return setOpened(!wide);
    writeStored(storageKeys.sidebar, wide ? "narrow" : "wide");
    setCollapsed(wide);
  };
  return { wide, possible, toggle };
}

export function WideShell(props: {
  business: Business;
  live: boolean;
  onManageQueues: () => void;
  planActions: PlanActions;
  onSignOutEverywhere: () => void;
  children: ReactNode;
}) {
  const { business, live, onManageQueues, planActions } = props;
  const { onSignOutEverywhere, children } = props;
  const sidebar = useSidebar();
  const { wide } = sidebar;
  const logout = useLogout();
  return (
    <div className="flex min-h-dvh">
      <aside
        // ui/toast.tsx centres messages over the area beside it.
        data-sidebar={wide ? "wide" : "narrow"}
        className={cn(
          "sticky top-(--bar) z-30 flex h-[calc(100dvh-var(--bar))] shrink-0 flex-col overflow-y-auto border-r border-line bg-surface py-4",
          wide ? "w-64 px-3" : "w-16 px-2",
        )}
      >
        <div
          className={cn(
            "flex items-center pb-5",
            wide ? "justify-between pr-1 pl-2" : "flex-col gap-3",
          )}
        >
          {wide ? <Mark /> : <MarkIcon />}
          {sidebar.possible && (
            <IconButton
              label={wide ? places.collapse : places.expand}
              icon={wide ? PanelLeftClose : PanelLeftOpen}
              aria-expanded={wide}
              onClick={sidebar.toggle}
            />
          )}
        </div>
        <nav aria-label={places.navigation} className="flex-1">
          <ul className="grid gap-0.5">
            <SidebarItem
              wide={wide}
              icon={LayoutDashboard}
              label={signedIn.dashboard}
              current
              onClick={() => window.scrollTo({ top: 0, behavior: "smooth" })}
            />
            <SidebarItem
              wide={wide}
              icon={ListChecks}
              label={places.manageQueues}
              onClick={onManageQueues}
            />
            <SidebarItem
              wide={wide}
              icon={ChartLine}
              label={places.queueAnalytics}
              onClick={() => reveal("queue-analytics")}
            />
            <SidebarItem
              wide={wide}
              icon={Activity}
              label={places.queueStatus}
              onClick={() => reveal("queue-status")}
            />
            <SidebarItem
              wide={wide}
              icon={QrCode}
              label={places.publicJoin}
              onClick={() => reveal("public-join")}
            />
            {plans[business.plan].smsPerMonth > 0 && (
              <SidebarItem
                wide={wide}
                icon={MessageSquareText}
                label={places.sms}
                onClick={() => reveal("sms-settings")}
              />
            )}
            <SidebarItem
              wide={wide}
              icon={CalendarSync}
              label={places.calendar}
              onClick={() => reveal("calendar-settings")}
            />
            {pageLinks(business.businessId).map(({ marked, ...page }) => (
              <SidebarItem
                key={page.to}
                wide={wide}
                {...page}
                mark={marked && <Unread onIcon={!wide} />}
              />
            ))}
          </ul>
        </nav>
        <ul className="grid gap-0.5 border-t border-line pt-3">
          {planActions.upgrade !== null && (
            <SidebarItem
              wide={wide}
              icon={ArrowUpCircle}
              label={plan.upgradeTo(plans[planActions.upgrade.to].label)}
              onClick={planActions.upgrade.start}
            />
          )}
          {planActions.manageBilling !== null && (
            <SidebarItem
              wide={wide}
              icon={CreditCard}
              label={signedIn.manageBilling}
              onClick={planActions.manageBilling}
            />
          )}
          {planActions.invoices !== null && (
            <SidebarItem
              wide={wide}
              icon={ReceiptText}
              label={plan.invoices}
              onClick={planActions.invoices}
            />
          )}
          <SidebarItem
            wide={wide}
            icon={MonitorX}
            label={account.signOutEverywhere}
            onClick={onSignOutEverywhere}
          />
          <SidebarItem
            wide={wide}
            icon={LogOut}
            label={signedIn.logOut}
            onClick={logout}
          />
        </ul>
      </aside>
      <div className="min-w-0 flex-1">
        <header className="sticky top-(--bar) z-20 flex min-h-18 items-center gap-4 border-b border-line bg-surface px-4 lg:px-6">
          <Avatar name={business.name} src={business.logoUrl} />
          {/* Stacked, so that a centred message covers no badge. */}
          <div className="min-w-0 flex-1">
            <p
              className="truncate text-left text-lg leading-tight font-bold tracking-tight"
              dir="auto"
              title={business.name}
            >
              {business.name}
            </p>
            <div className="mt-0.5 flex gap-2">
              <PlanBadge business={business} />
              {business.isDemo && <Tag tone="slate">{strings.demo}</Tag>}
            </div>
          </div>
          <Connection live={live} />
          <ThemeToggle />
        </header>
        <main
          id="main"
          tabIndex={-1}
          className="grid max-w-[1400px] gap-5 p-4 outline-none lg:p-6"
        >
          <h1 className="sr-only">{signedIn.dashboard}</h1>
          {children}
        </main>
      </div>
    </div>
  );
}

/** How long a revealed card is marked, ms, as specified. */
const MARKED_MS = 800;
const MARK = ["outline-3!", "outline-offset-2", "outline-brand!"];

function reveal(id: string): void {
  const card = document.getElementById(id);
  if (card === null) return;
  const block = card.offsetHeight < window.innerHeight / 2 ? "center" : "start";
  card.scrollIntoView({ behavior: "smooth", block });
  card.setAttribute("tabindex", "-1");
  card.focus({ preventScroll: true });
  card.classList.add(...MARK);
  window.setTimeout(() => card.classList.remove(...MARK), MARKED_MS);
}
