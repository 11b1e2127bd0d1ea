/** The entries of the menu: with their words beside the icons, or under them in 4 rem. */
import { LogOut, Users, type LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { useTablet } from "../../lib/account/tablet";
import { cn } from "../../lib/cn";
import { signedIn } from "../../strings/signed-in";
import { passFocus } from "../../ui/pass-focus";
import { endOf, groupsOf, partPath, type Entry, type Part } from "./places";
import type { Business } from "./types";
import { Unread } from "./unread";

/** On the dashboard: the part in sight, and the way to another one. */
export type Parts = { inSight: Part; go: (part: Part) => void };

export type MenuProps = {
  business: Business;
  at: string;
  /** Where the page is the dashboard. */
  parts?: Parts;
  onLogout: () => void;
};

/** @param onLeave closes a menu that is open over the page, before an entry acts */
export function Menu(
  props: MenuProps & { narrow: boolean; onLeave?: () => void },
) {
  const { business, at, parts, narrow, onLogout, onLeave } = props;
  const id = useId();
  const isTablet = useTablet() !== null;
  const itemOf = (entry: Entry) => {
    const { label, icon, marked } = entry;
    const look = {
      narrow,
      label,
      icon,
      mark: marked && <Unread onIcon={narrow} />,
    };
    if ("to" in entry) {
      const current = entry.to === at ? "page" : undefined;
      return (
        <Item
          key={label}
          {...look}
          to={entry.to}
          current={current}
          onClick={onLeave}
        />
      );
    }
    const { part } = entry;
    if (parts === undefined) {
      return (
        <Item key={label} {...look} to={partPath(part)} onClick={onLeave} />
      );
    }
    return (
      <Item
        key={label}
        {...look}
        current={parts.inSight === part ? "location" : undefined}
        onClick={() => {
          onLeave?.();
          parts.go(part);
        }}
      />
    );
  };
  return (
    <>
      <div
        className={cn(
          "min-h-0 flex-1 overflow-y-auto overscroll-contain",
          narrow ? "px-0.5" : "px-3 py-1",
        )}
      >
        {groupsOf(business).map(({ title, entries }, place) => (
          <div key={title}>
            <h2
              id={`${id}-${place}`}
              className={cn(
                narrow
                  ? "mx-3 my-1.25 h-px overflow-hidden bg-line text-transparent short:my-0.5"
                  : "px-3 pt-2.5 pb-0.5 text-sm font-semibold text-ink-3 short:pt-1.5",
              )}
            >
              {title}
            </h2>
            <ul aria-labelledby={`${id}-${place}`}>{entries.map(itemOf)}</ul>
          </div>
        ))}
      </div>
      <ul
        className={cn(
          "shrink-0 border-t border-line",
          narrow ? "px-0.5 py-1 short:py-0" : "px-3 pt-1.5 pb-2.5",
        )}
      >
        {!isTablet && endOf(business).map(itemOf)}
        <Item
          narrow={narrow}
          icon={isTablet ? Users : LogOut}
          label={isTablet ? signedIn.changePerson : signedIn.logOut}
          onClick={() => {
            onLeave?.();
            onLogout();
          }}
        />
      </ul>
    </>
  );
}

function Item(props: {
  narrow: boolean;
  icon: LucideIcon;
  label: string;
  mark?: ReactNode;
  current?: "page" | "location" | undefined;
  to?: string;
  onClick?: (() => void) | undefined;
}) {
  const { narrow, icon: Icon, label, mark, current, to, onClick } = props;
  const look = {
    onClick,
    "aria-current": current,
    className: cn(
      "duration-fast relative flex w-full items-center rounded-md font-semibold transition-colors",
      narrow
        ? "min-h-[3.5rem] flex-col justify-center gap-0.5 py-1 text-center text-xs leading-[0.875rem] short:min-h-11 short:gap-0 short:py-px"
        : "min-h-11 gap-3 px-3 text-left",
      current
        ? "bg-brand-soft text-brand-text"
        : "text-ink-2 hover:bg-sunken hover:text-ink",
    ),
    children: (
      <>
        <span className={narrow ? "relative" : "contents"}>
          <Icon className="size-5 shrink-0" />
          {narrow && mark}
        </span>
        <span className={narrow ? "max-w-[3.75rem]" : undefined}>{label}</span>
        {!narrow && mark}
      </>
    ),
  };
  return (
    <li>
      {to === undefined ? (
        // The upgrade's entry disappears after it succeeds.
        <button {...look} type="button" ref={passFocus} />
      ) : (
        <Link {...look} to={to} />
      )}
    </li>
  );
}
