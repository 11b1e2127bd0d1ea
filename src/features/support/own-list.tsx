/** The owner's support threads, one line each, newest first. Empty without any. */
import { Link } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { momentOf } from "../../lib/time/format";
import { supportThreadPath } from "../../lib/address/support-paths";
import { useList } from "../../lib/server/use-list";
import { support } from "../../strings/support";
import { Tag } from "../../ui/badge";
import { Card } from "../../ui/card";
import { More } from "../../ui/more";
import { Bone, Skeleton } from "../../ui/skeleton";
import { StatusBadge } from "./status-badge";
import type { OwnThread } from "./types";

const { list: strings } = support;

const FEW = 5;

export function OwnList({ timeZone }: { timeZone: string }) {
  const list = useList(api.support.owner.own, {}, FEW);
  if (list.rows === undefined) {
    return (
      <Skeleton label={support.loading}>
        <Bone className="h-40 rounded-lg" />
      </Skeleton>
    );
  }
  if (list.rows.length === 0) return null;
  return (
    <Card title={strings.title}>
      <ul className="mt-2 divide-y divide-line">
        {list.rows.map((thread) => (
          <Row key={thread.threadId} thread={thread} timeZone={timeZone} />
        ))}
      </ul>
      <More list={list} className="mt-3 w-full">
        {strings.more}
      </More>
    </Card>
  );
}

function Row({ thread, timeZone }: { thread: OwnThread; timeZone: string }) {
  const { threadId, subject, status, lastAt } = thread;
  const { lastBy, excerpt, isUnread } = thread;
  const said = lastBy === "owner" ? strings.you : strings.support;
  return (
    <li>
      <Link
        to={supportThreadPath(threadId)}
        className="-mx-3 grid grid-cols-[minmax(0,1fr)] gap-1 rounded-md px-3 py-3 hover:bg-sunken"
      >
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-semibold" dir="auto">
            {subject}
          </span>
          {isUnread && <Tag tone="purple">{strings.unread}</Tag>}
        </span>
        <span className="truncate text-left text-ink-2" dir="auto">
          {said(excerpt)}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <StatusBadge status={status} words={support.status} />
          <span className="tab">{momentOf(lastAt, timeZone)}</span>
        </span>
      </Link>
    </li>
  );
}
