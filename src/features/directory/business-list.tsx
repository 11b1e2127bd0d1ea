/** All businesses: filters, one page of results, and the windows of its actions. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { adminQueuesPath } from "../../lib/address/admin-paths";
import { ROOMY_WIDTH, useMedia } from "../../lib/use-media";
import { PAGE, usePages } from "../../lib/server/use-pages";
import { useSettled } from "../../lib/use-settled";
import { directory as strings } from "../../strings/admin/directory";
import { isolated } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { CardBoundary } from "../../ui/card-boundary";
import { Pager } from "../../ui/pager";
import { api } from "../../../convex/_generated/api";
import { BusinessCards } from "./business-cards";
import { BusinessTable } from "./business-table";
import { FilterBar } from "./filter-bar";
import { RemoveBusiness } from "./remove-business";
import { SetPlan } from "./set-plan";
import type { Listed, RowActions } from "./types";
import { useChoice, type Choice } from "./use-choice";
import { shownOf, totalOf } from "./words";

export function BusinessList() {
  const { choice, change, clear } = useChoice();
  const isWide = useMedia(ROOMY_WIDTH);
  return (
    <>
      <FilterBar choice={choice} change={change} withOrder={!isWide} />
      <CardBoundary text={strings.failed}>
        <Found choice={choice} change={change} clear={clear} isWide={isWide} />
      </CardBoundary>
    </>
  );
}

function Found(props: {
  choice: Choice;
  change: (part: Partial<Choice>) => void;
  clear: () => void;
  isWide: boolean;
}) {
  const { choice, change, clear, isWide } = props;
  const typed = choice.text.trim();
  const text = useSettled(typed);
  const { plan, state, sort } = choice;
  const asked = { text, plan, state, sort };
  const answered = usePages(api.admin.directory.search, asked);
  // Text still being typed also makes these rows stale.
  const pages = { ...answered, stale: answered.stale || text !== typed };
  const totals = useQuery(api.admin.directory.totals, {});
  const [opened, setOpened] = useState<{
    what: "upgrade" | "remove";
    business: Listed;
  } | null>(null);
  const navigate = useNavigate();
  const close = () => setOpened(null);
  const actions: RowActions = {
    viewQueues: ({ businessId }) => void navigate(adminQueuesPath(businessId)),
    upgrade: (business) => setOpened({ what: "upgrade", business }),
    remove: (business) => setOpened({ what: "remove", business }),
  };
  const { next, isLast, rows } = pages;
  const lookFurther = isLast ? null : next;
  const nothing = <Nothing text={text} {...{ choice, clear, lookFurther }} />;
  return (
    <>
      {isWide ? (
        <BusinessTable
          pages={pages}
          sort={text === "" ? sort : null}
          onSort={(next) => change({ sort: next })}
          actions={actions}
          nothing={nothing}
        />
      ) : (
        <BusinessCards pages={pages} actions={actions} nothing={nothing} />
      )}
      {pages.rows !== undefined && (
        <Pager
          shown={shownOf(
            pages.before,
            pages.rows.length,
            totalOf(totals, asked),
          )}
          previous={pages.previous}
          next={pages.next}
          words={
            // A search may find less than a page before all are looked through.
            isLast || text === "" || (rows?.length ?? 0) >= PAGE
              ? strings
              : { ...strings, next: strings.lookFurther }
          }
        />
      )}
      {opened?.what === "upgrade" && (
        <SetPlan business={opened.business} onClose={close} />
      )}
      {opened?.what === "remove" && (
        <RemoveBusiness
          business={opened.business}
          onClose={close}
          onGone={() =>
            // Another window may be open by then.
            setOpened((now) => (now?.business === opened.business ? null : now))
          }
        />
      )}
    </>
  );
}

function Nothing(props: {
  text: string;
  choice: Choice;
  clear: () => void;
  /** null when all are looked through. */
  lookFurther: (() => void) | null;
}) {
  const { text, choice, clear, lookFurther } = props;
  const isFiltered = choice.plan !== null || choice.state !== null;
  if (text === "" && !isFiltered) {
    return <p className="text-lg font-bold">{strings.none}</p>;
  }
  if (lookFurther !== null) {
    return (
      <div className="grid justify-items-center gap-3">
        <p className="text-lg font-bold wrap-anywhere">
          {strings.noMatchSoFar(isolated(text))}
        </p>
        <Button onClick={lookFurther}>{strings.lookFurther}</Button>
      </div>
    );
  }
  return (
    <div className="grid justify-items-center gap-3">
      <p className="text-lg font-bold wrap-anywhere">
        {text === "" ? strings.noMatchFilter : strings.noMatch(isolated(text))}
      </p>
      <Button onClick={clear}>
        {isFiltered ? strings.clearFilters : strings.clear}
      </Button>
    </div>
  );
}
