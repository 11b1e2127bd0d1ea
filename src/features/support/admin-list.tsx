/** The owners' support threads, for admins: a table, or cards on narrow screens. */
import { Reply } from "lucide-react";
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import type { SupportStatus } from "../../../convex/support/rules/threads";
import { adminBusinessPath } from "../../lib/address/admin-paths";
import { adminThreadPath } from "../../lib/address/support-paths";
import { momentOf } from "../../lib/time/format";
import { useList } from "../../lib/server/use-list";
import { ROOMY_WIDTH, useMedia } from "../../lib/use-media";
import { helpdesk as strings } from "../../strings/admin/helpdesk";
import { support } from "../../strings/support";
import { Tag } from "../../ui/badge";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { EmptyLine } from "../../ui/mark";
import { More } from "../../ui/more";
import { Bones, Skeleton } from "../../ui/skeleton";
import { StatusBadge } from "./status-badge";
import type { Thread } from "./types";

const PAGE = 20;

/** Live, newest message first. `of` is the owner's address or id; empty for all. */
export function AdminList(props: {
  status: SupportStatus | null;
  of: string;
  onClear: () => void;
}) {
  const { status, of, onClear } = props;
  const isWide = useMedia(ROOMY_WIDTH);
  const list = useList(api.support.admin.threads, { status, of }, PAGE);
  if (list.rows === undefined) {
    return (
      <Skeleton label={support.loading} className="grid gap-2">
        <Bones count={10} className="h-14" />
      </Skeleton>
    );
  }
  if (list.rows.length === 0) {
    return (
      <div className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-5 py-10 text-center">
        <EmptyLine />
        <p className="wrap-anywhere text-ink-2">{emptyText(status, of)}</p>
        {(status !== null || of !== "") && (
          <Button onClick={onClear}>{strings.clear}</Button>
        )}
      </div>
    );
  }
  return (
    <>
      {isWide ? <Rows threads={list.rows} /> : <Cards threads={list.rows} />}
      <More list={list} className="justify-self-center">
        {support.list.more}
      </More>
    </>
  );
}

function emptyText(status: SupportStatus | null, of: string): string {
  if (of !== "") return strings.noneOf(of);
  return status === null
    ? strings.empty
    : strings.noneIn(strings.status[status]);
}

type Listed = { threads: readonly Thread[] };

function Rows({ threads }: Listed) {
  const { columns } = strings;
  const head = [columns.from, columns.subject, columns.status, columns.last];
  return (
    // Also contains the visually hidden texts, which would otherwise make the page scroll.
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full text-left">
        <caption className="sr-only">{strings.caption}</caption>
        <thead className="border-b border-line text-sm">
          <tr>
            {head.map((column) => (
              <th key={column} scope="col" className="px-4 py-3 font-semibold">
                {column}
              </th>
            ))}
            <th scope="col" className="px-4 py-3">
              <span className="sr-only">{columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {threads.map((thread) => (
            <tr key={thread.threadId} className="hover:bg-sunken">
              <th scope="row" className="max-w-52 px-4 py-3 font-normal">
                <Whose thread={thread} />
              </th>
              <td className="max-w-72 px-4 py-3">
                <Matter thread={thread} />
              </td>
              <td className="px-4 py-3">
                <StatusBadge status={thread.status} words={strings.status} />
              </td>
              <td className="px-4 py-3 text-sm whitespace-nowrap text-ink-2 tab">
                {momentOf(thread.lastAt)}
              </td>
              <td className="px-4 py-3 text-right">
                <Respond thread={thread} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ threads }: Listed) {
  return (
    <ul
      aria-label={strings.caption}
      className="grid grid-cols-1 gap-3 sm:grid-cols-2"
    >
      {threads.map((thread) => (
        <li
          key={thread.threadId}
          className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-lg border border-line bg-surface p-4"
        >
          <div>
            <Whose thread={thread} />
          </div>
          <div>
            <Matter thread={thread} />
          </div>
          <div className="mt-auto flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <StatusBadge status={thread.status} words={strings.status} />
            <span className="text-sm text-ink-2 tab">
              {momentOf(thread.lastAt)}
            </span>
          </div>
          <Respond thread={thread} />
        </li>
      ))}
    </ul>
  );
}

function Whose({ thread }: { thread: Thread }) {
  const { businessId, businessName, email } = thread;
  return (
    <>
      <Link
        to={adminBusinessPath(businessId)}
        className="-my-2.5 block truncate py-2.5 text-left font-semibold text-brand-text underline-offset-4 hover:underline"
        dir="auto"
        title={businessName}
      >
        {businessName}
      </Link>
      <span className="block text-sm wrap-anywhere text-ink-2">
        <bdi>{email}</bdi>
      </span>
    </>
  );
}

function Matter({ thread }: { thread: Thread }) {
  const { subject, excerpt, isUnread, lastBy } = thread;
  return (
    <>
      <span className="flex items-center gap-2">
        <span
          className="min-w-0 truncate font-semibold"
          dir="auto"
          title={subject}
        >
          {subject}
        </span>
        {isUnread && <Tag tone="purple">{support.list.unread}</Tag>}
      </span>
      <span className="block truncate text-left text-sm text-ink-2" dir="auto">
        {lastBy === "admin" ? support.list.support(excerpt) : excerpt}
      </span>
    </>
  );
}

function Respond({ thread }: { thread: Thread }) {
  return (
    <ButtonLink
      to={adminThreadPath(thread.threadId)}
      icon={Reply}
      aria-label={strings.respondTo(thread.subject, thread.businessName)}
    >
      {strings.respond}
    </ButtonLink>
  );
}
