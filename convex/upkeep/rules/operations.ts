/** What of the product's own work is late or failed, and what needs an admin (product.md O60, O61). */
import { v, type Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import { serverFigures, type ServerFigures } from "./serverFigures";
import { failingJob } from "../../base/rules/job";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GIB = 2 ** 30;

/** Rows of one kind are counted up to this; it means this many or more. */
export const MAX_COUNTED = 100;
/** A failure counts as new for this long. */
export const NEW_MS = HOUR;
/** An alarm that has not rung after this time is late. */
export const LATE_MS = MINUTE;

const outbox = v.object({
  waiting: v.number(),
  /** How long the first of them has been due. */
  lateMs: v.number(),
  /** Within the last hour. For calendars: rows with failed tries that wait for the next one. */
  failed: v.number(),
});
export type Outbox = Infer<typeof outbox>;

export const productFigures = v.object({
  waitingNow: v.number(),
  servedToday: v.number(),
  /** When these two were counted, once a minute; null: not yet. */
  countedAt: v.nullable(v.number()),
  mails: outbox,
  texts: outbox,
  calendars: outbox,
  /** Alarms of alerts, bookings, chairs, notices, pauses and tablets that are at least a minute late. */
  alarmsLate: v.number(),
  upkeep: v.array(failingJob),
});
export type ProductFigures = Infer<typeof productFigures>;

const troubleKind = oneOf(
  "serverAway",
  "serverUnwell",
  "diskLow",
  "serverSlow",
  "jobsLate",
  "clockStopped",
  "alarmsLate",
  "upkeepStopped",
  "upkeepPassed",
  "cronsFailing",
  "mailsLate",
  "textsLate",
  "calendarsLate",
  "mailsFailed",
  "textsFailed",
  "callsFailed",
  "backupOld",
  "backupUnknown",
);
export type TroubleKind = Infer<typeof troubleKind>;

export const lookAnswer = v.object({
  at: v.number(),
  product: productFigures,
  /** `elsewhere`: the product does not run on our engine; `away`: the engine did not answer. */
  server: v.union(
    v.object({ kind: v.literal("figures"), figures: serverFigures }),
    v.object({ kind: v.literal("elsewhere") }),
    v.object({ kind: v.literal("away") }),
  ),
  troubles: v.array(
    v.object({
      kind: troubleKind,
      isUrgent: v.boolean(),
    }),
  ),
});
export type Look = Infer<typeof lookAnswer>;

/** Limits above which a figure is a trouble; docs/deploy.md has the same as Prometheus rules. */
const LIMITS = {
  /** Free disk space is low below this share, unless it is still above `freeBytes`. */
  freeShare: 0.1,
  freeBytes: 2 * GIB,
  loopP99Ms: 100,
  jobsLateMs: MINUTE,
  countedMs: 3 * MINUTE,
  mailsMs: 10 * MINUTE,
  textsMs: 5 * MINUTE,
  calendarsMs: HOUR,
  backupMs: 26 * HOUR,
};

export function troublesOf({
  at,
  product,
  server,
}: Omit<Look, "troubles">): Look["troubles"] {
  const figures = server.kind === "figures" ? server.figures : null;
  const { mails, texts, calendars, countedAt, upkeep } = product;
  const urgent: Partial<Record<TroubleKind, boolean>> = {
    serverAway: server.kind === "away",
    serverUnwell: figures !== null && figures.trouble !== null,
    diskLow: figures !== null && isLow(figures),
    jobsLate: (figures?.jobsLateMs ?? 0) > LIMITS.jobsLateMs,
    clockStopped: countedAt !== null && at - countedAt > LIMITS.countedMs,
    alarmsLate: product.alarmsLate > 0,
    upkeepStopped: upkeep.some(({ failures }) => failures > 0),
    mailsLate: mails.lateMs > LIMITS.mailsMs,
    textsLate: texts.lateMs > LIMITS.textsMs,
  };
  const others: Partial<Record<TroubleKind, boolean>> = {
    serverSlow: (figures?.loopP99Ms ?? 0) > LIMITS.loopP99Ms,
    upkeepPassed: upkeep.some(({ rows }) => rows > 0),
    cronsFailing: (figures?.failingCrons.length ?? 0) > 0,
    calendarsLate: calendars.lateMs > LIMITS.calendarsMs,
    mailsFailed: mails.failed > 0,
    textsFailed: texts.failed > 0,
    callsFailed: (figures?.failed ?? 0) > 0,
    backupOld: at - (figures?.backupAt ?? at) > LIMITS.backupMs,
    backupUnknown: figures?.backupAt === null,
  };
  return [...told(urgent, true), ...told(others, false)];
}

function isLow({ freeBytes, diskBytes }: ServerFigures): boolean {
  return (
    freeBytes < diskBytes * LIMITS.freeShare && freeBytes < LIMITS.freeBytes
  );
}

function told(
  found: Partial<Record<TroubleKind, boolean>>,
  isUrgent: boolean,
): Look["troubles"] {
  return Object.entries(found)
    .filter(([, is]) => is)
    .map(([kind]) => ({ kind: kind as TroubleKind, isUrgent }));
}
