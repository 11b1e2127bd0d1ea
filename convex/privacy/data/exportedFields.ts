/**
 * What of each table its owner gets in an export: the name of its file, and
 * the fields that stay here. A new table has its line, or this file does not
 * compile; a new field is exported unless it is named.
 */
import type { TableNames } from "../../_generated/dataModel";
import { must } from "../../base/rules/errors";
import { columnsOf, type Form } from "../rules/exportFiles";
import schema from "../../schema";

/** Null: nothing of the table is in an export. */
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
  queues: whole("queues"),
  tickets: {
    file: "tickets",
    without: ["secretHash", "network", "look", "revision"],
  },
  ticketEvents: { file: "events", without: ["figuresBefore", "change"] },
  calendarConnections: {
    file: "calendar",
    without: ["googleId", "token", "busyAskedAt", "writingUntil"],
  },
  queueDays: whole("days"),
  feedbackDays: whole("feedback"),
  lookDays: whole("looks"),
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
  // Which of the platform's people it was is theirs.
  auditEvents: { file: "record", without: ["actor", "blanked"] },

  // What the counter needs at this moment; it follows from the tickets.
  lines: null,
  waitSamples: null,
  notServed: null,
  alertTargets: null,
  // The way to a Google calendar: what is on it, and what comes from there.
  calendarFlows: null,
  calendarRevocations: null,
  calendarEvents: null,
  calendarBusy: null,
  // Networks and keys of devices, kept for a day to count with.
  crowds: null,
  pushSubscriptions: null,
  looks: null,
  ownNetworks: null,
  signUps: null,
  deskRequests: null,
  // The hash of a secret.
  calendarFeeds: null,
  // Hashes of addresses.
  mailOptOuts: null,
  // A begun payment, this export itself, and the end of the account.
  checkouts: null,
  exports: null,
  erasures: null,
  // How one signs in: hashes and tokens.
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
  // What admins look businesses up in; it follows from the profile.
  directory: null,
  directoryKeys: null,
  // The audit log says it to the owner.
  phoneViews: null,
  // Counts of this month and day; they follow from the texts and mails.
  smsMonths: null,
  mailDays: null,
  // Of no business.
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

/** The columns of a table's CSV file. */
export function columnsInFile(table: TableNames): string[] {
  const { without } = must(exported[table], "exported table");
  const { json } = schema.tables[table].validator as unknown as { json: Form };
  return columnsOf(json, without);
}
