/** The frame of the admin portal: header, menu, version. Up to 640 px the menu is a bar at the bottom and a sheet. */
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { useFreshness } from "../../lib/server/connection";
import { paths } from "../../lib/address/paths";
import { useTheme } from "../../lib/theme";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { admin as strings } from "../../strings/admin/admin";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { Mark } from "../../ui/mark";
import { SkipLink } from "../../ui/skip-link";
import { AdminBar } from "./admin-bar";
import { type AdminMenu, isCurrent } from "./admin-menu";
import { useLogout } from "./use-logout";
import { ReconnectingBanner } from "../../ui/live";
import { cn } from "../../lib/cn";
import { LegalLine } from "../../ui/legal-links";
import { AdminUnread } from "./admin-unread";
import { AdminItem } from "./admin-item";

export function AdminShell(props: {
  email: string;
  menu: AdminMenu;
  version: string;
  children: ReactNode;
}) {
  const { email, menu, version, children } = props;
  // It has no theme switch: it follows the system, or a choice made elsewhere.
  useTheme();
  const isWide = useMedia(SIDEBAR_WIDTH);
  const { pathname } = useLocation();
  const freshness = useFreshness();
  const signOut = useLogout(paths.adminLogin);
  const navigation = { menu, pathname, version };
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-line bg-surface pr-2 pl-4 sm:gap-4 sm:px-6">
        <Link
          to={paths.admin}
          aria-label={strings.home}
          className="inline-flex min-h-11 items-center rounded-md"
        >
          <Mark />
        </Link>
        <span className="rounded-sm bg-ink px-2 py-0.5 text-xs font-bold text-canvas">
          {strings.badge}
        </span>
        <span
          className="ml-auto hidden min-w-0 truncate text-ink-2 sm:block"
          title={email}
        >
          <bdi>{email}</bdi>
        </span>
        {isWide ? (
          <Button icon={LogOut} className="shrink-0" onClick={signOut}>
            {strings.signOut}
          </Button>
        ) : (
          <IconButton
            label={strings.signOut}
            title={strings.signOut}
            icon={LogOut}
            className="ml-auto"
            onClick={signOut}
          />
        )}
      </header>
      <div className="flex flex-1">
        {isWide && <AdminSidebar {...navigation} />}
        <main
          id="main"
          tabIndex={-1}
          className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 outline-none sm:p-6"
        >
          {/* Businesses are in many zones, so it uses the reader's own. */}
          {!freshness.live && <ReconnectingBanner asOf={freshness.asOf} />}
          {children}
        </main>
      </div>
      {!isWide && <AdminBar {...navigation} email={email} />}
    </div>
  );
}

/** 1024 px: below it tables need the room. Kept in step with `--breakpoint-lg`. */
const HAS_ROOM = "(min-width: 64rem)";

/** The menu of the admin portal above 640 px; with words from 1024 px. */
function AdminSidebar(props: {
  menu: AdminMenu;
  pathname: string;
  version: string;
}) {
  const { menu, pathname, version } = props;
  const wide = useMedia(HAS_ROOM);
  const items = (ofPlatform: boolean) =>
    menu
      .filter((item) => (item.ofPlatform ?? false) === ofPlatform)
      .map((item) => (
        <AdminItem
          key={item.to}
          wide={wide}
          icon={item.icon}
          label={item.label}
          to={item.to}
          current={isCurrent(item, pathname)}
          mark={item.marked && <AdminUnread onIcon={!wide} />}
        />
      ));
  const platform = items(true);
  return (
    <aside
      className={cn(
        "sticky top-16 flex h-[calc(100dvh-4rem)] shrink-0 flex-col overflow-y-auto border-r border-line bg-surface",
        wide ? "w-56 p-3" : "w-16 px-2 py-3",
      )}
    >
      <nav aria-label={strings.menu.name}>
        <ul className="grid gap-0.5">{items(false)}</ul>
        {platform.length > 0 && (
          <>
            <h2
              className={cn(
                wide
                  ? "px-3 pt-6 pb-1.5 text-sm font-semibold text-ink-3"
                  : "sr-only",
              )}
            >
              {strings.menu.platform}
            </h2>
            {!wide && <div className="my-3 h-px bg-line" />}
            <ul className="grid gap-0.5">{platform}</ul>
          </>
        )}
      </nav>
      {wide && (
        <div className="mt-auto pt-4">
          <LegalLine className="justify-start px-1" />
          <p className="px-3 pb-1 text-sm text-ink-3 tab">
            {strings.version(version)}
          </p>
        </div>
      )}
    </aside>
  );
}
