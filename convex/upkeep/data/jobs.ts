/** Every maintenance job by name: a list, no logic. How to add one: base/data/job.ts. */
import { DAY_MS } from "../../base/rules/job";
import { KEPT_MS } from "../../base/rules/kept";
import { overAdminSessions } from "../../account/data/adminSessions";
import { oldAlerts } from "../../messages/data/alerts";
import { oldEvents } from "../../audit/data/log";
import { lateRevocations } from "../../calendar/data/revocations";
import { lateEvents, pastEvents } from "../../calendar/data/upkeep";
import { older } from "../../business/data/directory";
import { endedSessions, endedTokens } from "../../account/data/endedSessions";
import { erasures } from "../../privacy/data/erase";
import { overExports } from "../../privacy/data/exports";
import { files } from "../../business/data/logos";
import { looksOver } from "../../reports/data/looks";
import { lostAlarms } from "./lostAlarms";
import { mailsBegun, mailsQueued, oldMails } from "../../mail/data/outbox";
import { shownPhones } from "../../account/data/viewing";
import { oldSubscriptions } from "../../messages/data/pushSubscriptions";
import {
  deletedTickets,
  mailsOfNobody,
  people,
} from "../../privacy/data/retention";
import { signUpsOver } from "../../privacy/data/unproven";
import { stale, staleInTurn } from "../../line/data/staleTickets";
import { oldThreads } from "../../support/data/conversation";
import { months } from "../../messages/data/smsQuota";
import { textsBegun, textsQueued } from "../../messages/data/sms";
import { deleteOld, type Job } from "../../base/data/job";
import { endedNetworks } from "../../queue/data/ticketRows";
import { waits, waitsOver } from "../../queue/data/waits";

/** Stripe retries an event for three days; people may look for one a month later. */
const STRIPE_EVENT_MS = 35 * DAY_MS;

/** The names are in rows of `upkeep`, and on the admins' page. */
const everyFewMinutes = {
  // Work that someone waits for.
  lostAlarms,
  staleWaiting: stale("waiting"),
  staleCalled: stale("called"),
  staleServing: stale("serving"),
  staleWaitingInTurn: staleInTurn("waiting", "staleWaiting"),
  staleCalledInTurn: staleInTurn("called", "staleCalled"),
  staleServingInTurn: staleInTurn("serving", "staleServing"),
  textsBegun,
  textsQueued,
  mailsBegun,
  mailsQueued,
  lateEvents,
  lateRevocations,
  overExports,
  overAdminSessions,
  shownPhones,
  months,
  looksOver,
  older,
  erasures,

  // Deleting what is no longer needed.
  people,
  ...deletedTickets,
  endedNetworks,
  mailsOfNobody,
  files,
  oldAlerts,
  oldEvents,
  oldMails,
  oldSubscriptions,
  oldThreads,
  pastEvents,
  endedSessions,
  endedTokens,
  signUpsOver,
  deskRequests: deleteOld("deskRequests", "at", DAY_MS),
  rateLimits: deleteOld("rateLimits", "at", KEPT_MS.limits),
  stripeEvents: deleteOld("stripeEvents", "at", STRIPE_EVENT_MS),
  passwordResets: deleteOld("passwordResets", "expiresAt"),
  emailChanges: deleteOld("emailChanges", "expiresAt"),
  invitations: deleteOld("invitations", "expiresAt"),
  calendarFlows: deleteOld("calendarFlows", "expiresAt"),
  ownNetworks: deleteOld("ownNetworks", "at", KEPT_MS.ownNetworks),
  crowds: deleteOld("crowds", "at", KEPT_MS.manyJoins),
  notServed: deleteOld("notServed", "until"),
  oldTexts: deleteOld("smsMessages", "at", KEPT_MS.texts),
  smsInbound: deleteOld("smsInbound", "at", KEPT_MS.texts),
  demoRequests: deleteOld("demoRequests", "at", KEPT_MS.demoRequests),
} satisfies Record<string, Job>;

const everyMinute = { waits, waitsOver } satisfies Record<string, Job>;

const jobs: ReadonlyMap<string, Job> = new Map(
  Object.entries({ ...everyFewMinutes, ...everyMinute }),
);

/** The jobs that run every few minutes, in the order of their turns. */
export const jobNames: readonly string[] = Object.keys(everyFewMinutes);
export const minuteJobNames: readonly string[] = Object.keys(everyMinute);

export function jobOf(name: string): Job | undefined {
  return jobs.get(name);
}
