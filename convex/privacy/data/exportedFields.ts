/** What an export contains of each table. Every table needs a line, or this file does not compile. */
import type { TableNames } from "../../_generated/dataModel";
import { must } from "../../base/rules/errors";
import { columnsOf, type Form } from "../rules/exportFiles";
import schema from "../../schema";

/** Null: the table is not exported. */
export type Part = {
  readonly file: string;
  readonly without: readonly string[];
} | null;

const whole = (file: string): Part => ({ file, without: [] });

export const exported: Readonly<Record<TableNames, Part>> = {
  businesses: { file: "profile", without: ["erasedAt"] },
  subscriptions: {
    file: "subscription",
    without: ["stripeCustomerId", "asked", "applied"],
  },
  shortAddresses: whole("short-addresses"),
  members: { file: "people", without: ["pinHash"] },
  queues: whole("queues"),
  chairs: whole("chairs"),
  tickets: {
    file: "tickets",
    without: ["secretHash", "network", "endedNetwork", "look", "revision"],
  },
  ticketEvents: { file: "events", without: ["figuresBefore", "change"] },
  calendarConnections: {
    file: "calendar",
    without: ["googleId", "token", "busyAskedAt", "writingUntil"],
  },
  queueDays: whole("days"),
  feedbackDays: whole("feedback"),
  lookDays: whole("looks"),
  personDays: whole("people-days"),
  alerts: { file: "alerts", without: ["nextAt"] },
  alertSteps: { file: "alert-steps", without: ["receiptHash", "withdrawnAt"] },
  supportThreads: {
    file: "support",
    without: ["unreadByAdmins", "unreadSince"],
  },
  supportMessages: { file: "support-messages", without: ["userId"] },
  mails: { file: "mails", without: ["tries", "nextAt", "earlier"] },
  smsMessages: { file: "texts", without: ["sid"] },
  smsSettings: { file: "text-settings", without: ["twilio"] },
  // Which of the platform's admins acted is not the owner's business.
  auditEvents: { file: "record", without: ["actor", "blanked"] },

  // The desk's current state; it follows from the tickets.
  lines: null,
  waitSamples: null,
  notServed: null,
  alertTargets: null,
  // State of the Google calendar connection.
  calendarFlows: null,
  calendarRevocations: null,
  calendarEvents: null,
  calendarBusy: null,
  // Networks and device keys, kept for a day for counting.
  crowds: null,
  pushSubscriptions: null,
  looks: null,
  ownNetworks: null,
  signUps: null,
  deskRequests: null,
  // Hashes of secrets.
  calendarFeeds: null,
  invitations: null,
  tablets: null,
  // Hashes of addresses.
  mailOptOuts: null,
  // A started payment, this export itself, and the end of the account.
  checkouts: null,
  exports: null,
  erasures: null,
  // Sign-in data: hashes and tokens.
  users: null,
  authSessions: null,
  authAccounts: null,
  authRefreshTokens: null,
  authVerificationCodes: null,
  authVerifiers: null,
  authRateLimits: null,
  knownDevices: null,
  passwordResets: null,
  emailChanges: null,
  admins: null,
  adminSessions: null,
  secondFactors: null,
  // The admins' search index; it follows from the profile.
  directory: null,
  directoryKeys: null,
  // The audit log shows it to the owner.
  phoneViews: null,
  // Counts of this month and day; they follow from the texts and mails.
  smsMonths: null,
  mailDays: null,
  // Belong to no business.
  smsOptOuts: null,
  smsInbound: null,
  stripeEvents: null,
  rateLimits: null,
  demoRequests: null,
  newsletterAddresses: null,
  platformTotals: null,
  platformDays: null,
  platformNow: null,
  alarmKeeper: null,
  migrations: null,
  upkeep: null,
  upkeepPassed: null,
};

export function columnsInFile(table: TableNames): string[] {
  const { without } = must(exported[table], "exported table");
  const { json } = schema.tables[table].validator as unknown as { json: Form };
  return columnsOf(json, without);
}
