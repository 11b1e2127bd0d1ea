/** The four places at the bottom of an owner's pages up to 640 px. */
import {
  LayoutDashboard,
  ListChecks,
  LogOut,
  UserRound,
  Users,
  type LucideIcon,
} from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { cn } from "../../lib/cn";
import { paths } from "../../lib/address/paths";
import { useTablet } from "../../lib/account/tablet";
import { useMay } from "../../lib/account/role";
import { storageKeys, writeStored } from "../../lib/storage";
import { shell as strings } from "../../strings/shell";
import { signedIn } from "../../strings/signed-in";
import { Confirm } from "../../ui/windows/confirm";
import { barLook, Picture } from "./bar-item";
import { Unread } from "./unread";

export const phoneTabs = ["overview", "queue", "manage"] as const;
export type PhoneTab = (typeof phoneTabs)[number];
/** On the dashboard. */
export type Tabs = { tab: PhoneTab; open: (tab: PhoneTab) => void };

type Place = { label: string; icon: LucideIcon };
const looks: Record<PhoneTab, Place> = {
  overview: { label: strings.overview, icon: LayoutDashboard },
  queue: { label: strings.queue, icon: Users },
  manage: { label: strings.manage, icon: ListChecks },
};

/** In place of Manage for staff: a page. */
const account: Place = { label: strings.account, icon: UserRound };

export const tabLabel = (tab: PhoneTab): string => looks[tab].label;

/** The tab that the dashboard opens with. */
export function keepTab(tab: PhoneTab): void {
  writeStored(storageKeys.phoneTab, tab);
}

/** Other pages were opened from Manage. */
export function PhoneBar(props: {
  tabs?: Tabs | undefined;
  onLogout: () => void;
}) {
  const { tabs, onLogout } = props;
  const [asking, setAsking] = useState(false);
  const current = tabs?.tab ?? "manage";
  const manages = useMay("manageShop");
  const isTablet = useTablet() !== null;
  // A tablet has no account page.
  const isHere = (tab: PhoneTab) => !isTablet || tab !== "manage";
  return (
    // The measuring edge: with large text the bar has two lines.
    <div className="@container bg-surface print:hidden">
      <nav
        aria-label={strings.menu}
        className={cn(
          "grid border-t border-line pb-[env(safe-area-inset-bottom)] @max-[14rem]:grid-cols-2",
          isTablet ? "grid-cols-3" : "grid-cols-4",
        )}
      >
        {phoneTabs.filter(isHere).map((tab) => {
          const isPage = tab === "manage" && !manages;
          const { icon, label } = isPage ? account : looks[tab];
          const look = {
            className: barLook(tab === current),
            "aria-current": tab === current ? ("page" as const) : undefined,
            children: (
              <>
                <Picture icon={icon} current={tab === current}>
                  {tab === "manage" && manages && <Unread onIcon />}
                </Picture>
                {label}
              </>
            ),
          };
          return tabs === undefined || isPage ? (
            <Link
              key={tab}
              {...look}
              to={isPage ? paths.profile : paths.dashboard}
              onClick={() => keepTab(tab)}
            />
          ) : (
            <button
              key={tab}
              {...look}
              type="button"
              onClick={() => tabs.open(tab)}
            />
          );
        })}
        <button
          type="button"
          className={barLook(false)}
          onClick={isTablet ? onLogout : () => setAsking(true)}
        >
          <Picture icon={isTablet ? UserRound : LogOut} current={false} />
          {isTablet ? signedIn.changePerson : signedIn.logOut}
        </button>
      </nav>
      <Confirm
        open={asking}
        title={signedIn.logOutAsked.title}
        question={signedIn.logOutAsked.meaning}
        stay={signedIn.logOutAsked.stay}
        verb={signedIn.logOutAsked.verb}
        tone="quiet"
        onConfirm={() => {
          setAsking(false);
          onLogout();
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}
