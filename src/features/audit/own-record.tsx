/** What the people who run the platform did in a business, for its owner: at the end of the profile. */
import { usePaginatedQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { knownPlan, plans } from "../../../convex/model/plans";
import { momentOf } from "../../lib/moment";
import { ownRecord as texts } from "../../texts/own-record";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Bone, Skeleton } from "../../ui/skeleton";

const PAGE = 10;

/** Live, the newest first. @param timeZone of the business */
export function OwnRecord({ timeZone }: { timeZone: string }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.audit.ofMine,
    {},
    { initialNumItems: PAGE },
  );
  return (
    <Card title={texts.title}>
      <p className="mt-1 text-ink-2">{texts.meaning}</p>
      {status === "LoadingFirstPage" && (
        <Skeleton label={texts.loading} className="mt-4">
          <Bone className="h-12" />
        </Skeleton>
      )}
      {status === "Exhausted" && results.length === 0 && (
        <p className="mt-4">{texts.empty}</p>
      )}
      {results.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {results.map((entry) => (
            <li
              key={entry.eventId}
              className="grid gap-x-6 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span>{sentenceOf(entry)}</span>
              <time
                dateTime={new Date(entry.at).toISOString()}
                className="text-sm text-ink-2 tab"
              >
                {momentOf(entry.at, timeZone)}
              </time>
            </li>
          ))}
        </ul>
      )}
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button
          className="mt-3"
          busy={status === "LoadingMore"}
          onClick={() => loadMore(PAGE)}
        >
          {texts.more}
        </Button>
      )}
    </Card>
  );
}

type Entry = ReturnType<
  typeof usePaginatedQuery<typeof api.audit.ofMine>
>["results"][number];

function sentenceOf({ action, after }: Entry): string {
  const word = (name: string) => {
    const value = after?.[name];
    return typeof value === "string" ? value : "";
  };
  if (action === "planGranted") {
    const plan = knownPlan(word("grantedPlan"));
    if (plan !== null) return texts.granted(plans[plan].label);
  }
  const status = texts.statuses[word("status")];
  if (action === "supportStatus" && status) return texts.status(status);
  return texts.actions[action] ?? texts.other;
}
