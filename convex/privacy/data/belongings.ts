/** Which rows belong to a business, for erasure and export. Every table needs a line, or this file does not compile. */
import type { TableNames } from "../../_generated/dataModel";

/** `of`: found by an index that begins with the business or queue. `log`: stays without names (audit/data/log.ts). */
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
  // Tokens to be revoked at Google. They outlive the business by a week at most.
  calendarRevocations: "erasure",

  // Deleted one queue after the other.
  queues: "erasure",
  tickets: { of: "queue", index: "by_line_and_order" },
  ticketEvents: { of: "queue", index: "by_queueId" },
  notServed: { of: "queue", index: "by_queueId_and_generation" },
  crowds: { of: "queue", index: "by_queueId_and_network" },
  queueDays: { of: "queue", index: "by_queueId_and_day" },
  feedbackDays: { of: "queue", index: "by_queueId_and_day" },
  waitSamples: { of: "queue", index: "by_queueId" },
  lines: { of: "queue", index: "by_queueId" },

  personDays: { of: "business", index: "by_businessId_and_day" },
  // Erased before all others, each with its account (data/erase.ts).
  members: { of: "business", index: "by_businessId" },
  tablets: { of: "business", index: "by_businessId" },
  invitations: { of: "business", index: "by_businessId" },
  chairs: { of: "business", index: "by_businessId_and_deletedAt" },
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
  shortAddresses: { of: "business", index: "by_businessId" },
  phoneViews: { of: "business", index: "by_businessId_and_userId" },
  // The last of them, so that admins see the business while its rows are deleted.
  directoryKeys: { of: "business", index: "by_businessId" },
  directory: { of: "business", index: "by_businessId" },

  auditEvents: { of: "log", index: "by_businessId_and_at" },

  // An opt-out outlives the shop.
  smsOptOuts: "nobody",
  // Twilio's ids, gone within a month.
  smsInbound: "nobody",
  // Only Stripe's ids.
  stripeEvents: "nobody",
  // Counts, gone within the hour.
  rateLimits: "nobody",
  // Messages to the platform from people without an account.
  demoRequests: "nobody",
  newsletterAddresses: "nobody",
  // Counts of the whole platform.
  platformTotals: "nobody",
  platformDays: "nobody",
  platformNow: "nobody",
  alarmKeeper: "nobody",
  migrations: "nobody",
  // The progress of the maintenance.
  upkeep: "nobody",
  upkeepPassed: "nobody",
  // Tables of the auth library for sign-in methods that we do not use.
  authVerificationCodes: "nobody",
  authVerifiers: "nobody",
  authRateLimits: "nobody",
} as const satisfies Record<TableNames, Belonging>;

type Kept = typeof belongings;
export type TableOf<Of extends "business" | "queue"> = {
  [Table in keyof Kept]: Kept[Table] extends { of: Of } ? Table : never;
}[keyof Kept];

/** Every table whose rows are found this way, in the order of the list. */
export function tablesOf<Of extends "business" | "queue">(
  of: Of,
): readonly { table: TableOf<Of>; index: string }[] {
  return Object.entries(belongings).flatMap(([table, belonging]) =>
    typeof belonging === "object" && belonging.of === of
      ? [{ table: table as TableOf<Of>, index: belonging.index }]
      : [],
  );
}
