/** The list of businesses on narrow screens: a card each, with its actions in a menu. */
import { ArrowUpCircle, ListChecks, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Pages } from "../../lib/server/use-pages";
import { directory as strings } from "../../strings/admin/directory";
import { Menu, type MenuItem } from "../../ui/menu";
import { Bones, Skeleton } from "../../ui/skeleton";
import { BusinessName, Email, PlanMarks } from "./row-parts";
import type { Listed, RowActions } from "./types";
import { shortDate, mayUpgrade } from "./words";

export function BusinessCards(props: {
  pages: Pages<Listed>;
  actions: RowActions;
  nothing: ReactNode;
}) {
  const { pages, actions, nothing } = props;
  const { rows, stale } = pages;
  if (rows === undefined) {
    return (
      <Skeleton label={strings.loading} className="grid gap-3 md:grid-cols-2">
        <Bones count={10} className="h-34 rounded-lg" />
      </Skeleton>
    );
  }
  if (rows.length === 0) {
    return (
      <div className="rounded-lg border border-line bg-surface px-4 py-10 text-center">
        {nothing}
      </div>
    );
  }
  return (
    <ul
      aria-busy={stale || undefined}
      className="grid grid-cols-1 gap-3 md:grid-cols-2"
    >
      {rows.map((business) => (
        <li
          key={business.businessId}
          className="rounded-lg border border-line bg-surface p-4"
        >
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <BusinessName business={business} />
            </div>
            <span className="-mt-2 -mr-2">
              <Menu
                label={strings.moreFor(business.name)}
                items={itemsOf(business, actions)}
              />
            </span>
          </div>
          <p className="mt-2">
            <Email address={business.email} />
          </p>
          <div className="mt-2 flex items-end justify-between gap-3">
            <div>
              <PlanMarks business={business} />
            </div>
            <p className="text-sm text-ink-2 tab">
              {shortDate(business.createdAt)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function itemsOf(business: Listed, actions: RowActions): MenuItem[] {
  return [
    {
      label: strings.viewQueues,
      icon: ListChecks,
      onSelect: () => actions.viewQueues(business),
    },
    ...(mayUpgrade(business)
      ? [
          {
            label: strings.upgrade,
            icon: ArrowUpCircle,
            onSelect: () => actions.upgrade(business),
          },
        ]
      : []),
    ...(business.isErasing
      ? []
      : [
          {
            label: strings.delete,
            icon: Trash2,
            danger: true,
            onSelect: () => actions.remove(business),
          },
        ]),
  ];
}
