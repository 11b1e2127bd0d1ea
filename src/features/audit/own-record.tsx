/** What admins did in a business, and changes in its team, for its owner, at the end of the profile. */
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { knownPlan, plans } from "../../../convex/base/rules/plans";
import { momentOf } from "../../lib/time/format";
import { usePages } from "../../lib/server/use-pages";
import { isolated, number } from "../../strings/language/intl";
import { ownRecord as strings } from "../../strings/own-record";
import { Card } from "../../ui/card";
import { Pager } from "../../ui/pager";
import { Bone, Skeleton } from "../../ui/skeleton";

const NOTHING = {};

export default function OwnRecord({ timeZone }: { timeZone: string }) {
  const pages = usePages(api.admin.audit.ofMine, NOTHING);
  const { rows, before, previous, next } = pages;
  return (
    <Card title={strings.title}>
      <p className="mt-1 text-ink-2">{strings.meaning}</p>
      {rows === undefined && (
        <Skeleton label={strings.loading} className="mt-4">
          <Bone className="h-12" />
        </Skeleton>
      )}
      {rows?.length === 0 && <p className="mt-4">{strings.empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="mt-3 divide-y divide-line">
          {rows.map((entry) => (
            <li
              key={entry.eventId}
              className="grid gap-x-6 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="wrap-anywhere">
                {sentenceOf(entry)}
                {entry.by !== null && entry.by !== entry.name && (
                  <span className="block text-sm text-ink-2">
                    {strings.by(isolated(entry.by))}
                  </span>
                )}
              </span>
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
      {(previous ?? next) && rows && (
        <Pager
          shown={strings.shown(
            number(before + 1),
            number(before + rows.length),
          )}
          previous={previous}
          next={next}
          words={strings}
        />
      )}
    </Card>
  );
}

type Entry = FunctionReturnType<typeof api.admin.audit.ofMine>["page"][number];

function sentenceOf({ action, after, name, by }: Entry): string {
  const word = (name: string) => {
    const value = after?.[name];
    return typeof value === "string" ? value : "";
  };
  if (name !== null && Object.hasOwn(strings.team, action)) {
    if (action === "memberRemoved" && by === name) {
      return strings.left(isolated(name));
    }
    const role = word("role") === "manager" ? "manager" : "staff";
    const sentence = strings.team[action as keyof typeof strings.team];
    return sentence(isolated(name), strings.roles[role]);
  }
  if (action === "planGranted") {
    const plan = knownPlan(word("grantedPlan"));
    if (plan !== null) return strings.granted(plans[plan].label);
  }
  const status = strings.statuses[word("status")];
  if (action === "supportStatus" && status) return strings.status(status);
  return strings.actions[action] ?? strings.other;
}
