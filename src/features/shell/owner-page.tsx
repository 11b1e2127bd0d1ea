/** An owner's page besides the dashboard: title, shell, heading and content. */
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../lib/address/paths";
import { useFreshness } from "../../lib/server/connection";
import { SIDEBAR_WIDTH, useMedia } from "../../lib/use-media";
import { everyone } from "../../strings/everyone";
import { shell as strings } from "../../strings/shell";
import { BackLink } from "../../ui/back-link";
import { LegalLine } from "../../ui/legal-links";
import { SkipLink } from "../../ui/skip-link";
import { ConnectionChip } from "./connection-chip";
import { OwnerShell } from "./owner-shell";
import { keepTab } from "./phone-bar";
import type { Business } from "./types";

export function OwnerPage(props: {
  business: Business;
  at: string;
  title: string;
  /** The text of a link to the dashboard, where the page needs one. */
  back?: string;
  children: ReactNode;
}) {
  const { business, at, title, back, children } = props;
  const freshness = useFreshness();
  const isWide = useMedia(SIDEBAR_WIDTH);
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <SkipLink />
      <OwnerShell
        business={business}
        at={at}
        chip={
          <ConnectionChip freshness={freshness} timeZone={business.timezone} />
        }
      >
        <div className="grid w-full max-w-[70rem] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-3 pb-4 sm:px-6 sm:pt-5 lg:gap-5 print:block print:max-w-none print:p-0">
          <div className="print:hidden">
            {back !== undefined && (
              <BackLink to={paths.dashboard}>{back}</BackLink>
            )}
            <div className="flex items-center gap-1">
              {back === undefined && !isWide && (
                <Link
                  to={paths.dashboard}
                  aria-label={strings.backToManage}
                  onClick={() => keepTab("manage")}
                  className="-ml-3 grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
                >
                  <ArrowLeft className="size-5" />
                </Link>
              )}
              <h1 className="text-2xl font-extrabold tracking-tight wrap-anywhere">
                {title}
              </h1>
            </div>
          </div>
          {children}
        </div>
        <LegalLine className="pb-4 print:hidden" />
      </OwnerShell>
    </>
  );
}
