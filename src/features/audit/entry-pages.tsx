/** A search in the audit log: its entries a page at a time, or a note without results. */
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { usePages } from "../../lib/server/use-pages";
import { audit as strings } from "../../strings/admin/audit";
import { number } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { EmptyLine } from "../../ui/mark";
import { Pager } from "../../ui/pager";
import { Bones, Skeleton } from "../../ui/skeleton";
import { EntryList } from "./entry-list";

export type Search = Omit<
  FunctionArgs<typeof api.admin.audit.search>,
  "paginationOpts"
>;

/** Live, newest first. `onClear` is null without a filter. */
export function EntryPages(props: {
  search: Search;
  /** Of the only business; the reader's own if there are many. */
  timeZone?: string;
  onClear: (() => void) | null;
}) {
  const { search, onClear } = props;
  const pages = usePages(api.admin.audit.search, search);
  const { rows, stale, before, previous, next } = pages;
  if (rows === undefined) {
    return (
      <Skeleton label={strings.loading} className="grid gap-2">
        <Bones count={10} className="h-14" />
      </Skeleton>
    );
  }
  const isEmpty = rows.length === 0 && previous === null && next === null;
  if (isEmpty) {
    return (
      <div className="grid justify-items-center gap-3 py-8 text-center">
        <EmptyLine />
        <p className="text-ink-2">
          {onClear === null ? strings.empty : strings.none}
        </p>
        {onClear !== null && <Button onClick={onClear}>{strings.clear}</Button>}
      </div>
    );
  }
  return (
    <>
      <EntryList
        entries={rows}
        withSubject={search.businessId === null}
        timeZone={props.timeZone}
        stale={stale}
      />
      <Pager
        shown={
          rows.length === 0
            ? strings.noneHere
            : strings.shown(number(before + 1), number(before + rows.length))
        }
        previous={previous}
        next={next}
        words={strings}
      />
    </>
  );
}
