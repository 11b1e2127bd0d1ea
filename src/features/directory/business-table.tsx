/** The list of businesses on wide screens. */
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { adminQueuesPath } from "../../lib/address/admin-paths";
import type { Pages } from "../../lib/server/use-pages";
import { directory as strings } from "../../strings/admin/directory";
import { Button } from "../../ui/button";
import { IconButton } from "../../ui/icon-button";
import { ButtonLink } from "../../ui/button-link";
import {
  DataTable,
  MessageRow,
  SkeletonRows,
  stickyCell,
  type Column,
} from "../../ui/tables/data-table";
import { passFocus } from "../../ui/pass-focus";
import { BusinessName, Email, PlanMarks } from "./row-parts";
import type { Listed, RowActions, Sort } from "./types";
import { shortDate, mayUpgrade } from "./words";

export function BusinessTable(props: {
  pages: Pages<Listed>;
  /** null: search results are ordered by the text that matched. */
  sort: Sort | null;
  onSort: (sort: Sort) => void;
  actions: RowActions;
  nothing: ReactNode;
}) {
  const { pages, sort, onSort, actions, nothing } = props;
  const columns = columnsOf(sort, onSort);
  return (
    <DataTable
      caption={
        sort === null
          ? strings.captionFound
          : strings.caption(strings.sorts[sort])
      }
      columns={columns}
      minWidth="min-w-[60rem]"
      stale={pages.stale}
    >
      {pages.rows === undefined && (
        <SkeletonRows columns={columns.length} label={strings.loading} />
      )}
      {pages.rows?.length === 0 && (
        <MessageRow columns={columns.length}>{nothing}</MessageRow>
      )}
      {pages.rows?.map((business) => (
        <Row key={business.businessId} business={business} actions={actions} />
      ))}
    </DataTable>
  );
}

function columnsOf(sort: Sort | null, onSort: (sort: Sort) => void): Column[] {
  const { columns } = strings;
  const ofDate = { newest: "descending", oldest: "ascending" } as const;
  const byName = sort === "name" ? ("ascending" as const) : null;
  const byDate = sort === null || sort === "name" ? null : ofDate[sort];
  return [
    {
      label: columns.business,
      className: "w-[25%]",
      ...(sort !== null && {
        sort: { by: byName, onSort: () => onSort("name") },
      }),
    },
    { label: columns.email },
    { label: columns.plan, className: "w-31" },
    {
      label: columns.created,
      className: "w-31",
      ...(sort !== null && {
        sort: {
          by: byDate,
          onSort: () => onSort(sort === "newest" ? "oldest" : "newest"),
        },
      }),
    },
    { label: columns.actions, className: "w-72", isHidden: true },
  ];
}

const small = "px-2.5! text-sm! whitespace-nowrap";

function Row({ business, actions }: { business: Listed; actions: RowActions }) {
  const { name, email, createdAt, businessId, isErasing } = business;
  return (
    <tr className="group hover:bg-sunken">
      <th
        scope="row"
        className={`py-2.5 pr-4 pl-5 font-semibold group-hover:bg-sunken ${stickyCell}`}
      >
        <BusinessName business={business} />
      </th>
      <td className="pr-4">
        <Email address={email} />
      </td>
      <td className="pr-4">
        <PlanMarks business={business} />
      </td>
      <td className="pr-4 whitespace-nowrap text-ink-2 tab">
        {shortDate(createdAt)}
      </td>
      <td className="pr-3">
        <span className="grid grid-cols-[auto_7.5rem_auto] items-center justify-end gap-1">
          <ButtonLink
            to={adminQueuesPath(businessId)}
            variant="ghost"
            aria-label={strings.viewQueuesOf(name)}
            className={small}
          >
            {strings.viewQueues}
          </ButtonLink>
          {mayUpgrade(business) ? (
            <Button
              // On the highest plan the button disappears.
              ref={passFocus}
              aria-label={strings.upgradeOf(name)}
              className={small}
              onClick={() => actions.upgrade(business)}
            >
              {strings.upgrade}
            </Button>
          ) : (
            <span />
          )}
          {isErasing ? (
            <span className="size-11" />
          ) : (
            <IconButton
              ref={passFocus}
              label={strings.deleteOf(name)}
              title={strings.delete}
              icon={Trash2}
              onClick={() => actions.remove(business)}
            />
          )}
        </span>
      </td>
    </tr>
  );
}
