/** One queue of a business. */
import { CircleCheck, CirclePause, Users } from "lucide-react";
import { adminParticipantsPath } from "../../lib/address/admin-paths";
import { minuteRange } from "../../lib/time/format";
import { directory } from "../../strings/admin/directory";
import { number } from "../../strings/language/intl";
import { Badge } from "../../ui/badge";
import { ButtonLink } from "../../ui/button-link";
import type { Queue } from "./types";

const { queues: strings } = directory;

export function QueueCard({ queue }: { queue: Queue }) {
  const { queueId, name, description, isActive } = queue;
  const figures = [
    [strings.waiting, number(queue.waiting)],
    [
      strings.wait,
      queue.waitMinutes === null
        ? strings.noWait
        : minuteRange(queue.waitMinutes),
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
