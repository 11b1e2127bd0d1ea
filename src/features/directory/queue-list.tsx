/** The queues of a business: counts, a search by name, and a card each. */
import { useQuery } from "convex/react";
import { useState } from "react";
import { Users, CircleCheck, CirclePause } from "lucide-react";
import { adminParticipantsPath } from "../../lib/address/admin-paths";
import { directory } from "../../strings/admin/directory";
import { isolated, number } from "../../strings/language/intl";
import { Button } from "../../ui/button";
import { ButtonLink } from "../../ui/button-link";
import { SearchField } from "../../ui/fields/search-field";
import { Bone, Bones, Skeleton } from "../../ui/skeleton";
import { StatStrip } from "../../ui/stat";
import { api } from "../../../convex/_generated/api";
import type { Queues, Queue } from "./types";
import { longMinutes } from "../../lib/time/format";
import { Badge } from "../../ui/badge";

const { queues: strings } = directory;

const MAX_TEXT = 60;

/** undefined while they load, null if the business does not exist. @throws what the query throws */
export function useQueues(businessId: string): Queues | null | undefined {
  return useQuery(api.admin.directory.queues, { businessId });
}

export function QueueList({ given }: { given: Queues }) {
  const { counts, queues, business } = given;
  const [text, setText] = useState("");
  const sought = text.trim().toLocaleLowerCase();
  const found = queues.filter(({ name }) =>
    name.toLocaleLowerCase().includes(sought),
  );
  const stat = (title: string, caption: string, value: number) => ({
    title,
    caption,
    value: number(value),
  });
  return (
    <>
      <StatStrip
        stats={[
          stat(strings.total, strings.totalMeans, counts.total),
          stat(strings.active, strings.activeMeans, counts.active),
          stat(strings.inactive, strings.inactiveMeans, counts.inactive),
        ]}
      />
      {queues.length > 0 && (
        <div className="flex flex-wrap justify-between gap-3">
          <SearchField
            label={strings.search}
            placeholder={strings.searchHint}
            value={text}
            onChange={setText}
            most={MAX_TEXT}
            className="w-full md:w-96"
          />
          <ButtonLink
            size="field"
            icon={Users}
            to={adminParticipantsPath("business", business.businessId)}
          >
            {strings.everybody}
          </ButtonLink>
        </div>
      )}
      {found.length === 0 ? (
        <div className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-4 py-12 text-center">
          <p className="text-lg font-bold wrap-anywhere">
            {queues.length === 0
              ? strings.none
              : strings.noMatch(isolated(text.trim()))}
          </p>
          {queues.length > 0 && (
            <Button onClick={() => setText("")}>{directory.clear}</Button>
          )}
        </div>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4">
          {found.map((queue) => (
            <QueueCard key={queue.queueId} queue={queue} />
          ))}
        </ul>
      )}
    </>
  );
}

export function QueuesSkeleton() {
  return (
    <Skeleton label={strings.loading} className="grid gap-4">
      <Bone className="h-20 rounded-lg" />
      <Bone className="h-12 max-w-96" />
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        <Bones count={3} className="h-56 rounded-lg" />
      </div>
    </Skeleton>
  );
}

function QueueCard({ queue }: { queue: Queue }) {
  const { queueId, name, description, isActive } = queue;
  const figures = [
    [strings.waiting, number(queue.waiting)],
    [
      strings.wait,
      queue.waitMinutes === null
        ? strings.noWait
        : longMinutes(queue.waitMinutes),
    ],
    [strings.maxParty, number(queue.maxParty)],
  ] as const;
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-lg leading-snug font-bold tracking-tight wrap-anywhere">
          <bdi>{name}</bdi>
        </h2>
        {isActive ? (
          <Badge tone="green" icon={CircleCheck}>
            {strings.active}
          </Badge>
        ) : (
          <Badge tone="grey" icon={CirclePause}>
            {strings.inactive}
          </Badge>
        )}
      </div>
      {description !== null && (
        <p
          className="mt-1 line-clamp-2 text-ink-2"
          dir="auto"
          title={description}
        >
          {description}
        </p>
      )}
      <dl className="mt-auto grid grid-cols-3 gap-3 pt-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="text-xl num">{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink
        to={adminParticipantsPath("queue", queueId)}
        icon={Users}
        aria-label={strings.participantsOf(name)}
        className="mt-4"
      >
        {strings.participants}
      </ButtonLink>
    </li>
  );
}
