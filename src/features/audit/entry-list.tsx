/** Entries of the audit log: action, business, actor, time and changes. */
import { Link } from "react-router-dom";
import { adminBusinessPath } from "../../lib/address/admin-paths";
import { momentOf } from "../../lib/time/format";
import { audit as strings } from "../../strings/admin/audit";
import { changesOf, type ChangedFact } from "./changes";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";

export function EntryList(props: {
  entries: readonly Entry[];
  /** Not on the business's own page. */
  withSubject: boolean;
  timeZone: string | undefined;
  stale: boolean;
}) {
  const { entries, withSubject, timeZone, stale } = props;
  return (
    <ul
      aria-label={strings.list}
      aria-busy={stale || undefined}
      className={
        stale ? "divide-y divide-line opacity-60" : "divide-y divide-line"
      }
    >
      {entries.map((entry) => (
        <li
          key={entry.eventId}
          className="grid gap-x-6 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_15rem]"
        >
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <span className="font-semibold">
                {strings.actions[entry.action]}
              </span>
              {entry.name && <bdi className="block">{entry.name}</bdi>}
              {withSubject && <Subject entry={entry} />}
            </p>
            <Changes facts={changesOf(entry, timeZone)} />
          </div>
          <p className="min-w-0 text-sm text-ink-2 md:text-right">
            <time dateTime={new Date(entry.at).toISOString()} className="tab">
              {momentOf(entry.at, timeZone)}
            </time>
            <span className="block wrap-anywhere">
              <bdi>{entry.by.email ?? strings.by[entry.by.kind]}</bdi>
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}

function Subject({ entry: { businessId, subject } }: { entry: Entry }) {
  if (subject === "") {
    const gone = businessId === null ? strings.noAddress : strings.noName;
    return <span className="block text-ink-2">{gone}</span>;
  }
  if (businessId === null) return <bdi className="block">{subject}</bdi>;
  return (
    <Link
      to={adminBusinessPath(businessId)}
      className="-my-2.5 block w-fit py-2.5 text-brand-text underline underline-offset-4"
    >
      <bdi>{subject}</bdi>
    </Link>
  );
}

function Changes({ facts }: { facts: readonly ChangedFact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-ink-2">
      {facts.map(({ name, before, after }) => (
        <div key={name} className="flex min-w-0 gap-1.5">
          <dt className="after:content-[':']">{name}</dt>
          <dd className="min-w-0 wrap-anywhere text-ink">
            {before === null || after === null ? (
              <bdi>{after ?? before}</bdi>
            ) : (
              strings.changed(before, after)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Entry = FunctionReturnType<typeof api.admin.audit.search>["page"][number];
