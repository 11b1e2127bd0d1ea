/** Every job of the maintenance by its name: a list, no logic. How to add one: data/upkeep.ts. */
import { DEMO_REQUESTS_KEPT_MS } from "../model/demos";
import { OWN_MS } from "../model/joinLimits";
import { TEXTS_KEPT_MS } from "../model/texts";
import { DAY_MS, HOUR_MS } from "../model/upkeep";
import { overAdminSessions } from "./adminSessions";
import { oldAlerts } from "./alerts";
import { oldEvents } from "./audit";
import { lateRevocations } from "./calendarRevocations";
import { lateEvents, pastEvents } from "./calendarUpkeep";
import { older } from "./directory";
import { endedSessions, endedTokens } from "./endedSessions";
import { erasures } from "./erase";
import { overExports } from "./exports";
import { files } from "./logos";
import { looksOver } from "./looks";
import { lostAlarms } from "./lostAlarms";
import { mailsBegun, mailsQueued, oldMails } from "./mailOutbox";
import { shownPhones } from "./phoneViews";
import { oldSubscriptions } from "./pushSubscriptions";
import { cancelled, mailsOfNobody, people } from "./retention";
import { signUpsOver } from "./signUps";
import { stale, staleInTurn } from "./staleTickets";
import { oldThreads } from "./support";
import { months } from "./textQuota";
import { textsBegun, textsQueued } from "./texts";
import { deleteOld, type Job } from "./upkeep";
import { waits, waitsOver } from "./waitSamples";

/** Stripe repeats an event for three days; people look for one a month later. */
const STRIPE_EVENT_MS = 35 * DAY_MS;
/** The slowest bucket is full again after this long, so its row says nothing. */
const BUCKET_MS = HOUR_MS;

/** Their names are in rows of `upkeep`, and on the page of the admins. */
const everyFewMinutes = {
  // What somebody waits for.
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

  // What nobody needs any more.
  people,
  left: cancelled("left"),
  removed: cancelled("removedByStaff"),
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
  deskRequests: deleteOld("deskRequests", "by_at", "at", DAY_MS),
  rateLimits: deleteOld("rateLimits", "by_at", "at", BUCKET_MS),
  stripeEvents: deleteOld("stripeEvents", "by_at", "at", STRIPE_EVENT_MS),
  passwordResets: deleteOld("passwordResets", "by_expiresAt", "expiresAt"),
  emailChanges: deleteOld("emailChanges", "by_expiresAt", "expiresAt"),
  calendarFlows: deleteOld("calendarFlows", "by_expiresAt", "expiresAt"),
  ownNetworks: deleteOld("ownNetworks", "by_at", "at", OWN_MS),
  crowds: deleteOld("crowds", "by_at", "at", DAY_MS),
  notServed: deleteOld("notServed", "by_until", "until"),
  oldTexts: deleteOld("smsMessages", "by_at", "at", TEXTS_KEPT_MS),
  smsInbound: deleteOld("smsInbound", "by_at", "at", TEXTS_KEPT_MS),
  demoRequests: deleteOld(
    "demoRequests",
    ...(["by_at", "at", DEMO_REQUESTS_KEPT_MS] as const),
  ),
} satisfies Record<string, Job>;

const everyMinute = { waits, waitsOver } satisfies Record<string, Job>;

const jobs: ReadonlyMap<string, Job> = new Map(
  Object.entries({ ...everyFewMinutes, ...everyMinute }),
);

/** Of those that run every few minutes, in the order in which they take turns. */
export const jobNames: readonly string[] = Object.keys(everyFewMinutes);
/** Of those that run every minute. */
export const minuteJobNames: readonly string[] = Object.keys(everyMinute);

/** The job of this name; undefined for one of another version. */
export function jobOf(name: string): Job | undefined {
  return jobs.get(name);
}
