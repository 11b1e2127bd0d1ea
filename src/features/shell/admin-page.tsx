/** The start of every page of the admin portal, and its placeholder while its file loads. */
import type { ReactNode } from "react";
import { admin as strings } from "../../strings/admin/admin";
import { everyone } from "../../strings/everyone";
import { BackLink } from "../../ui/back-link";
import { CardBoundary } from "../../ui/card-boundary";
import { Bone, Skeleton } from "../../ui/skeleton";
import { PageBoundary } from "./page-boundary";

const nothing = () => null;

export function AdminPage(props: {
  title: string;
  name?: string;
  note?: ReactNode;
  /** At the end of the heading's row: the page's one primary button. */
  action?: ReactNode;
  back?: { to: string; label: string };
  children: ReactNode;
}) {
  const { title, name, note, action, back, children } = props;
  return (
    <>
      <title>{everyone.titled(title)}</title>
      <div>
        {back && <BackLink to={back.to}>{back.label}</BackLink>}
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-2xl font-extrabold tracking-tight wrap-anywhere">
              {name === undefined ? title : <bdi>{name}</bdi>}
            </h1>
            {note !== undefined && (
              <div className="text-ink-2 tab">
                {/* The note's data is also on the page, which reports its own failure. */}
                <CardBoundary frame={nothing}>{note}</CardBoundary>
              </div>
            )}
          </div>
          {action}
        </div>
      </div>
      <PageBoundary>{children}</PageBoundary>
    </>
  );
}

export function PageSkeleton() {
  return (
    <Skeleton label={strings.loading} className="grid gap-5">
      <Bone className="h-9 w-56" />
      <Bone className="h-12 w-full max-w-96" />
      <Bone className="h-96 rounded-lg" />
    </Skeleton>
  );
}
