/** The frame of the admin portal: header, menu, version. Up to 640 px the menu is a bar at the bottom and a sheet. */
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { useFreshness } from "../../lib/server/connection";
import { paths } from "../../lib/address/paths";
import { useTheme } from "../../lib/theme";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { admin as strings } from "../../strings/admin/admin";
import { Button, IconButton } from "../../ui/button";
import { Mark } from "../../ui/mark";
import { SkipLink } from "../../ui/skip-link";
import { AdminBar } from "./admin-bar";
import { AdminSidebar } from "./admin-sidebar";
import type { AdminMenu } from "./admin-menu";
import { CutBanner } from "./connection-note";
import { useLogout } from "./use-logout";

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
          <CutBanner freshness={freshness} />
          {children}
        </main>
      </div>
      {!isWide && <AdminBar {...navigation} email={email} />}
    </div>
  );
}
