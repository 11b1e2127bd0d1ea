/**
 * The frame of every page of an owner: header, menu, and the page, which alone scrolls. In a window under 30 rem high
 * the whole document scrolls instead. On paper there is only the page.
 */
import { useEffect, type ReactNode } from "react";
import { useTablet } from "../../lib/account/tablet";
import { cn } from "../../lib/cn";
import { syncServerClock } from "../../lib/server/server-clock";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { shell as strings } from "../../strings/shell";
import { Avatar } from "../../ui/avatar";
import { Tag } from "../../ui/badge";
import type { Parts } from "./menu";
import { PhoneBar, type Tabs } from "./phone-bar";
import { Sidebar } from "./sidebar";
import type { Business } from "./types";
import { useSteady } from "../../lib/use-steady";
import { useLogout } from "./use-logout";
import { plans } from "../../../convex/base/rules/plans";
import { Moon, Sun } from "lucide-react";
import { chooseTheme, useTheme } from "../../lib/theme";

export function OwnerShell(props: {
  business: Business;
  at: string;
  /** The state of the connection. */
  chip: ReactNode;
  /** Between header and page. */
  notice?: ReactNode;
  /** Where the page is the dashboard: its parts, and a phone's tabs. */
  parts?: Parts;
  tabs?: Tabs;
  /** The page stops at its first screenful, or wholly below it. */
  snaps?: boolean;
  children: ReactNode;
}) {
  const { business, at, chip, notice, parts, tabs, children } = props;
  const isWide = useMedia(SIDEBAR_WIDTH);
  const tablet = useTablet();
  const { logout } = useSteady({ logout: useLogout() });
  const leave = tablet?.leave ?? logout;
  useEffect(() => void syncServerClock(), []);
  return (
    <div
      className={cn(
        "grid h-[calc(100dvh-var(--bar))] print:block print:h-auto low:h-auto low:min-h-[calc(100dvh-var(--bar))]",
        isWide
          ? "grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(0,1fr)]"
          : "grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]",
      )}
    >
      {isWide && (
        <Sidebar business={business} at={at} parts={parts} onLogout={leave} />
      )}
      <div className="grid min-h-0 min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)] print:block">
        <header className="@container flex min-h-14 min-w-0 items-center gap-2 border-b border-line bg-surface pr-1 pl-4 sm:gap-3 sm:pr-4 print:hidden">
          <Avatar
            name={business.name}
            src={business.logoUrl}
            size={isWide ? "md" : "sm"}
          />
          <p
            className="min-w-[3ch] shrink-9999 truncate text-left font-bold tracking-tight sm:text-lg"
            dir="auto"
            title={business.name}
          >
            {business.name}
          </p>
          {tablet === null ? (
            // With large text it makes room.
            <span className="contents @max-[18rem]:hidden">
              <PlanBadge business={business} />
              {business.isDemo && <Tag tone="slate">{strings.demo}</Tag>}
            </span>
          ) : (
            <p
              className="max-w-1/2 min-w-0 truncate font-semibold"
              dir="auto"
              title={tablet.person}
            >
              {tablet.person}
            </p>
          )}
          <div className="ml-auto flex shrink-0 items-center sm:gap-2">
            {chip}
            <ThemeToggle />
          </div>
        </header>
        <div className="row-start-2 px-4 pt-3 empty:hidden print:hidden">
          {notice}
        </div>
        <main
          id="main"
          tabIndex={-1}
          className={cn(
            // Relative, so that hidden words in it do not make the document scroll.
            "relative row-start-3 min-h-0 overflow-auto overscroll-contain outline-none print:overflow-visible low:overflow-visible",
            props.snaps
              ? "snap-y snap-proximity low:snap-none"
              : // What is wrong with a field stands over it.
                "scroll-py-16",
          )}
        >
          {children}
        </main>
      </div>
      {!isWide && <PhoneBar tabs={tabs} onLogout={leave} />}
    </div>
  );
}

/** The plan of a business as a badge in its own colour (product.md P7). */
function PlanBadge({ business }: { business: Business }) {
  const { plan, subscription } = business;
  const { label, tone } = plans[plan];
  const isFree = subscription.source === "server";
  return <Tag tone={tone}>{isFree ? strings.onThisServer : label}</Tag>;
}

/** 'Dark Mode' or 'Light Mode': the theme that a press selects. */
function ThemeToggle() {
  const dark = useTheme() === "dark";
  const label = dark ? strings.lightMode : strings.darkMode;
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      title={label}
      onClick={() => chooseTheme(dark ? "light" : "dark")}
      className="duration-fast inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold text-ink-2 transition-colors hover:bg-sunken xl:border xl:border-line-strong xl:px-3.5 xl:text-ink"
    >
      <Icon className="size-5 shrink-0" />
      <span className="sr-only xl:not-sr-only">{label}</span>
    </button>
  );
}
