/** A table in its card, with skeleton rows and a row for an empty table. On phones such lists are cards. */
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "../../lib/cn";
import { Bone } from "../skeleton";

export type Column = {
  label: string;
  /** Its width, such as "w-30". */
  className?: string;
  /** Shows the label to screen readers only: over buttons. */
  isHidden?: boolean;
  sort?: { by: "ascending" | "descending" | null; onSort: () => void };
};

const arrows = { ascending: ArrowUp, descending: ArrowDown } as const;

/** Scrolls in its card when too wide; cells with `stickyCell` stay. `stale`: shown from earlier arguments, dimmed. */
export function DataTable(props: {
  caption: string;
  columns: readonly Column[];
  /** Such as "min-w-[58rem]". */
  minWidth: string;
  stale?: boolean;
  children: ReactNode;
}) {
  const { caption, columns, minWidth, stale = false, children } = props;
  return (
    <div
      role="group"
      aria-label={caption}
      // Makes it scrollable by keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className={cn("w-full table-fixed text-left", minWidth)}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-ink-2">
            {columns.map((column, at) => (
              <Head key={column.label} {...column} isFirst={at === 0} />
            ))}
          </tr>
        </thead>
        <tbody
          aria-busy={stale || undefined}
          className={cn("divide-y divide-line", stale && "opacity-60")}
        >
          {children}
        </tbody>
      </table>
    </div>
  );
}

/** For the first cell of each row. */
export const stickyCell = "sticky left-0 z-10 bg-surface";

function Head(props: Column & { isFirst: boolean }) {
  const { label, className, isHidden = false, isFirst, sort } = props;
  const by = sort?.by ?? null;
  const Arrow = by === null ? ArrowUpDown : arrows[by];
  return (
    <th
      scope="col"
      aria-sort={by ?? undefined}
      className={cn(
        "pr-4 font-semibold",
        sort ? "py-0.5" : "py-3",
        isFirst && `pl-5 ${stickyCell}`,
        className,
      )}
    >
      {sort === undefined ? (
        <span className={isHidden ? "sr-only" : undefined}>{label}</span>
      ) : (
        <button
          type="button"
          onClick={sort.onSort}
          className="-mx-2 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 hover:bg-sunken hover:text-ink"
        >
          {label}
          <Arrow className={cn("size-4", by === null && "text-ink-3")} />
        </button>
      )}
    </th>
  );
}

export function SkeletonRows(props: { columns: number; label: string }) {
  const { columns, label } = props;
  return Array.from({ length: 10 }, (_, row) => (
    <tr key={row} className="late">
      <td colSpan={columns} className="h-16 px-5">
        {row === 0 && (
          <span role="status" className="sr-only">
            {label}
          </span>
        )}
        <Bone className="h-5" />
      </td>
    </tr>
  ));
}

export function MessageRow(props: { columns: number; children: ReactNode }) {
  const { columns, children } = props;
  return (
    <tr>
      <td colSpan={columns} className="px-5 py-12 text-center">
        {children}
      </td>
    </tr>
  );
}
