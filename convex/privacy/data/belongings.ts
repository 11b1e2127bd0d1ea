/**
 * Whose rows each table holds: what goes with a business when its account is
 * deleted, and what its owner gets in an export. A new table has its line
 * here, or this file does not compile; tests/convex/privacy/erase.test.ts holds the
 * lines against the schema.
 */
import type { TableNames } from "../../_generated/dataModel";

/**
 * - an index that begins with the business or with the queue: the rows are
 *   found by it;
 * - `log`: a record of what was done. It stays without names (audit/data/log.ts);
 * - `account`: of the user; they end with the account, all at once;
 * - `erasure`: of the deletion itself;
 * - `nobody`: of no business, or no row is ever written.
 */
type Belonging =
  | { readonly of: "business" | "queue" | "log"; readonly index: string }
  | "account"
  | "erasure"
  | "nobody";

export const belongings = {
  users: "account",
  authSessions: "account",
  authAccounts: "account",
  authRefreshTokens: "account",
  admins: "account",
  adminSessions: "account",
  secondFactors: "account",
  knownDevices: "account",
  passwordResets: "account",
  emailChanges: "account",

  businesses: "erasure",
  erasures: "erasure",
  // Tokens on their way back to Google: they outlive the business, by a week at most.
  calendarRevocations: "erasure",

  // One queue after the other.
  queues: "erasure",
  tickets: { of: "queue", index: "by_line_and_order" },
  ticketEvents: { of: "queue", index: "by_queueId" },
  notServed: { of: "queue", index: "by_queueId_and_generation" },
  crowds: { of: "queue", index: "by_queueId_and_network" },
  queueDays: { of: "queue", index: "by_queueId_and_day" },
  feedbackDays: { of: "queue", index: "by_queueId_and_day" },
  waitSamples: { of: "queue", index: "by_queueId" },
  lines: { of: "queue", index: "by_queueId" },

  calendarFlows: { of: "business", index: "by_businessId" },
  calendarEvents: { of: "business", index: "by_businessId" },
  calendarBusy: { of: "business", index: "by_businessId_and_day" },
  calendarConnections: { of: "business", index: "by_businessId" },
  subscriptions: { of: "business", index: "by_businessId" },
  checkouts: { of: "business", index: "by_businessId" },
  exports: { of: "business", index: "by_businessId" },
  deskRequests: { of: "business", index: "by_businessId_and_key" },
  looks: { of: "business", index: "by_businessId" },
  lookDays: { of: "business", index: "by_businessId_and_day" },
  ownNetworks: { of: "business", index: "by_businessId" },
  signUps: { of: "business", index: "by_businessId" },
  calendarFeeds: { of: "business", index: "by_businessId" },
  alerts: { of: "business", index: "by_businessId" },
  alertSteps: { of: "business", index: "by_businessId" },
  alertTargets: { of: "business", index: "by_businessId" },
  pushSubscriptions: { of: "business", index: "by_businessId" },
  supportThreads: { of: "business", index: "by_businessId_and_lastAt" },
  supportMessages: { of: "business", index: "by_businessId" },
  mails: { of: "business", index: "by_businessId" },
  mailDays: { of: "business", index: "by_businessId" },
  mailOptOuts: { of: "business", index: "by_businessId_and_addressHash" },
  smsMessages: { of: "business", index: "by_businessId" },
  smsMonths: { of: "business", index: "by_businessId" },
  smsSettings: { of: "business", index: "by_businessId" },
  phoneViews: { of: "business", index: "by_businessId_and_userId" },
  // The last of them: as long as rows go, admins see that they do.
  directoryKeys: { of: "business", index: "by_businessId" },
  directory: { of: "business", index: "by_businessId" },

  auditEvents: { of: "log", index: "by_businessId_and_at" },

  // A hash of two numbers: who wants no texts gets none, whatever becomes of a shop.
  smsOptOuts: "nobody",
  // Twilio's ids, gone within a month.
  smsInbound: "nobody",
  // Stripe's ids and nothing of whom they are about.
  stripeEvents: "nobody",
  // Counts, gone within the hour.
  rateLimits: "nobody",
  // The platform's own letters, of people who need no account.
  demoRequests: "nobody",
  newsletterAddresses: "nobody",
  // Counts of the whole platform.
  platformTotals: "nobody",
  platformDays: "nobody",
  platformNow: "nobody",
  alarmKeeper: "nobody",
  migrations: "nobody",
  // How far the maintenance is.
  upkeep: "nobody",
  upkeepPassed: "nobody",
  // The library's ways to sign in that are not ours.
  authVerificationCodes: "nobody",
  authVerifiers: "nobody",
  authRateLimits: "nobody",
} as const satisfies Record<TableNames, Belonging>;

type Kept = typeof belongings;
/** The tables whose rows are found by their queue, or by their business. */
export type TableOf<Of extends "business" | "queue"> = {
  [Table in keyof Kept]: Kept[Table] extends { of: Of } ? Table : never;
}[keyof Kept];

/** Every table whose rows are found by this, in the order of the list. */
export function tablesOf<Of extends "business" | "queue">(
  of: Of,
): readonly { table: TableOf<Of>; index: string }[] {
  return Object.entries(belongings).flatMap(([table, belonging]) =>
    typeof belonging === "object" && belonging.of === of
      ? [{ table: table as TableOf<Of>, index: belonging.index }]
      : [],
  );
}
