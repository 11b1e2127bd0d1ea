/** One present or former person of a queue. */
import { ticketName } from "../../../convex/queue/rules/ticketName";
import { momentOf } from "../../lib/time/format";
import { directory } from "../../strings/directory";
import { number } from "../../strings/language/intl";
import { Num } from "../../ui/num";
import { ParticipantStatus } from "./participant-status";
import type { Participant } from "./types";

const { participants: strings } = directory;

export function ParticipantCard(props: {
  person: Participant;
  withQueue: boolean;
  timeZone: string;
}) {
  const { person, withQueue, timeZone } = props;
  const { name, phone, status, scheduledTime } = person;
  const facts: [string, string][] = [
    [strings.phone, phone ?? strings.notProvided],
    [strings.partySize, number(person.partySize)],
    ...(withQueue
      ? [[strings.queue, person.queueName] as [string, string]]
      : []),
    [strings.joined, momentOf(person.joinedAt, timeZone)],
    ...(scheduledTime === null
      ? []
      : [
          [strings.booked, momentOf(scheduledTime, timeZone)] as [
            string,
            string,
          ],
        ]),
  ];
  return (
    <li className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="flex min-w-0 items-baseline gap-2 leading-snug">
          <Num
            value={ticketName(person.letter, person.number)}
            className="text-xl"
          />
          <bdi className="min-w-0 text-lg font-bold wrap-anywhere">
            {name ?? strings.guest}
          </bdi>
        </h2>
        <ParticipantStatus status={status} />
      </div>
      <dl className="mt-3 grid grid-cols-1 gap-1">
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-2">{label}</dt>
            <dd className="min-w-0 text-right wrap-anywhere tab">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}
