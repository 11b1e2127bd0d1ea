/** One present or former person of a queue: a card, or a row where there is room. */
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { phoneGrouped } from "../../lib/address/phone-href";
import { momentOf } from "../../lib/time/format";
import { directory } from "../../strings/admin/directory";
import { DataTable, stickyCell } from "../../ui/tables/data-table";
import { Num } from "../../ui/num";
import type { Participant } from "./types";
import {
  BellRing,
  CalendarClock,
  Check,
  Clock,
  Hourglass,
  SkipForward,
  UserCheck,
  X,
  type LucideIcon,
} from "lucide-react";
import type { ComponentProps } from "react";
import { Badge } from "../../ui/badge";

const { participants: strings } = directory;

type Shown = { withQueue: boolean; timeZone: string };

export function ParticipantCard(props: Shown & { person: Participant }) {
  const { person } = props;
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      {/* A long name takes the whole line, and the status the next one. */}
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h2 className="min-w-0 leading-snug">
          <Who person={person} />
        </h2>
        <ParticipantStatus person={person} />
      </div>
      <dl className="mt-3 grid grid-cols-1 gap-1">
        {factsOf(props, person).map(
          ([label, value]) =>
            value !== null && (
              <div key={label} className="flex justify-between gap-4">
                <dt className="shrink-0 text-ink-2">{label}</dt>
                <dd className="min-w-0 text-right wrap-anywhere tab">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
    </li>
  );
}

export function ParticipantTable(
  props: Shown & { people: readonly Participant[]; stale: boolean },
) {
  const { people, stale } = props;
  return (
    <DataTable
      caption={strings.title}
      columns={[
        { label: strings.name, className: "w-[25%]" },
        { label: strings.status },
        { label: strings.phone },
        ...(props.withQueue ? [{ label: strings.queue }] : []),
        { label: strings.joined, className: "w-42" },
        { label: strings.booked, className: "w-42" },
      ]}
      minWidth="min-w-[56rem]"
      stale={stale}
    >
      {people.map((person) => (
        <tr key={person.ticketId} className="group hover:bg-sunken">
          <th
            scope="row"
            className={`py-2.5 pr-4 pl-5 group-hover:bg-sunken ${stickyCell}`}
          >
            <Who person={person} />
          </th>
          <td className="pr-4">
            <ParticipantStatus person={person} />
          </td>
          {factsOf(props, person).map(([label, value]) => (
            <td
              key={label}
              className="py-2.5 pr-4 wrap-break-word text-ink-2 tab"
            >
              <bdi>{value}</bdi>
            </td>
          ))}
        </tr>
      ))}
    </DataTable>
  );
}

function Who({ person }: { person: Participant }) {
  const { letter, number, name } = person;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <Num value={ticketName(letter, number)} className="text-xl" />
      <bdi className="min-w-0 text-lg font-bold wrap-anywhere">
        {name ?? strings.guest}
      </bdi>
    </span>
  );
}

/** null where a card says nothing. */
function factsOf({ withQueue, timeZone }: Shown, person: Participant) {
  const { phone, queueName, joinedAt, scheduledTime } = person;
  const facts: [string, string | null][] = [
    [strings.phone, phone === null ? strings.notProvided : phoneGrouped(phone)],
    ...(withQueue ? [[strings.queue, queueName] as [string, string]] : []),
    [strings.joined, momentOf(joinedAt, timeZone)],
    [
      strings.booked,
      scheduledTime === null ? null : momentOf(scheduledTime, timeZone),
    ],
  ];
  return facts;
}

type Status = Participant["status"];

type Look = { tone: ComponentProps<typeof Badge>["tone"]; icon: LucideIcon };

const looks: Record<Status, Look> = {
  waiting: { tone: "slate", icon: Clock },
  called: { tone: "go", icon: BellRing },
  serving: { tone: "sky", icon: UserCheck },
  completed: { tone: "green", icon: Check },
  skipped: { tone: "amber", icon: SkipForward },
  cancelled: { tone: "grey", icon: X },
  expired: { tone: "grey", icon: Hourglass },
};

function ParticipantStatus({ person }: { person: Participant }) {
  const { status, isScheduled } = person;
  if (status === "waiting" && isScheduled) {
    return (
      <Badge tone="slate" icon={CalendarClock}>
        {strings.isBooked}
      </Badge>
    );
  }
  return <Badge {...looks[status]}>{strings.states[status]}</Badge>;
}
