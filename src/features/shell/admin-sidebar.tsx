/** The menu of the admin portal above 640 px; with words from 1024 px. */
import { useMedia } from "../../lib/use-media";
import { cn } from "../../lib/cn";
import { admin as strings } from "../../strings/admin/admin";
import { LegalLine } from "../../ui/legal-links";
import { AdminUnread } from "./admin-unread";
import { isCurrent, type AdminMenu } from "./admin-menu";
import { AdminItem } from "./admin-item";

/** 1024 px: below it tables need the room. Kept in step with `--breakpoint-lg`. */
const HAS_ROOM = "(min-width: 64rem)";

export function AdminSidebar(props: {
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
