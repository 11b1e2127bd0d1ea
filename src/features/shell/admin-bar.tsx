/** The menu of the admin portal up to 640 px: a bar at the bottom, and a sheet with the rest. */
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { admin as strings } from "../../strings/admin/admin";
import { LegalLine } from "../../ui/legal-links";
import { Dialog } from "../../ui/windows/dialog";
import { AdminUnread } from "./admin-unread";
import { isCurrent, type AdminMenu } from "./admin-menu";
import { AdminItem } from "./admin-item";
import { barLook, Picture } from "./bar-item";

export function AdminBar(props: {
  menu: AdminMenu;
  pathname: string;
  version: string;
  email: string;
}) {
  const { menu, pathname, version, email } = props;
  const [opened, setOpened] = useState<string | null>(null);
  const rest = menu.filter((item) => item.ofPlatform);
  const whose = <bdi className="wrap-anywhere">{email}</bdi>;
  const isAt = (item: AdminMenu[number]) => isCurrent(item, pathname);
  return (
    <>
      {/* The measuring edge: with large text the bar has two lines. */}
      <div className="@container sticky bottom-0 z-20">
        <nav
          aria-label={strings.menu.name}
          className="grid grid-cols-4 bg-surface pb-[max(0.5rem,env(safe-area-inset-bottom))] shadow-dock @max-[16rem]:grid-cols-2"
        >
          {menu
            .filter((item) => !item.ofPlatform)
            .map((item) => (
              <Link
                key={item.to}
                to={item.to}
                aria-current={isAt(item) ? "page" : undefined}
                className={barLook(isAt(item))}
              >
                <Picture icon={item.icon} current={isAt(item)}>
                  {item.marked && <AdminUnread onIcon />}
                </Picture>
                {item.label}
              </Link>
            ))}
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpened(pathname)}
            className={barLook(rest.some(isAt))}
          >
            <Picture icon={Ellipsis} current={rest.some(isAt)} />
            {strings.menu.more}
          </button>
        </nav>
      </div>
      {/* A link in it changes the path, which closes it. */}
      {opened === pathname && (
        <Dialog
          onClose={() => setOpened(null)}
          title={strings.menu.platform}
          description={whose}
        >
          <nav aria-label={strings.menu.platform} className="px-2 pb-4">
            <ul className="grid gap-0.5">
              {rest.map((item) => (
                <AdminItem
                  key={item.to}
                  wide
                  icon={item.icon}
                  label={item.label}
                  to={item.to}
                  current={isAt(item)}
                />
              ))}
            </ul>
            <LegalLine className="justify-start px-1 pt-4" />
            <p className="px-3 text-sm text-ink-3 tab">
              {strings.version(version)}
            </p>
          </nav>
        </Dialog>
      )}
    </>
  );
}
