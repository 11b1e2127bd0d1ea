/** Each ticket field and each table has its line about personal data, or this file does not compile (product.md U7, U10). */
import type { Doc, TableNames } from "../../_generated/dataModel";
import { ticketFields, type NoticeKind } from "../rules/notice";

type Fields = Omit<Doc<"tickets">, "_id" | "_creationTime">;

const fields: Record<keyof Fields, { becomes: "kept" | "null" | "removed" }> =
  ticketFields;

export const NOBODY: Pick<Fields, "name" | "phone"> = Object.fromEntries(
  Object.entries(fields).flatMap(([field, { becomes }]) =>
    becomes === "kept" ? [] : [[field, becomes === "null" ? null : undefined]],
  ),
) as Pick<Fields, "name" | "phone">;

/** What /privacy tells of each table. Empty: nothing in it is about a person. */
export const told = {
  tickets: ["visit", "givenUp"],
  ticketEvents: ["visit", "givenUp"],
  notServed: ["visit"],
  alerts: ["alerts"],
  alertSteps: ["alerts"],
  alertTargets: ["alerts"],
  pushSubscriptions: ["pushes"],
  smsMessages: ["texts"],
  smsInbound: ["texts"],
  smsOptOuts: ["optOut"],
  mailOptOuts: ["optOut"],
  mails: ["email", "ownMails"],
  crowds: ["manyJoins"],

  users: ["account"],
  authAccounts: ["account"],
  authSessions: ["account"],
  authRefreshTokens: ["account"],
  knownDevices: ["account"],
  secondFactors: ["account"],
  admins: ["account"],
  adminSessions: ["account"],
  signUps: ["unproven"],
  passwordResets: ["codes"],
  emailChanges: ["codes"],
  businesses: ["shop"],
  shortAddresses: ["shop"],
  members: ["team"],
  chairs: ["team"],
  personDays: ["team"],
  tablets: ["team"],
  invitations: ["invitations"],
  directory: ["shop"],
  directoryKeys: ["shop"],
  queues: ["shop"],
  subscriptions: ["payments"],
  checkouts: ["payments"],
  stripeEvents: ["payments"],
  smsSettings: ["connections"],
  calendarConnections: ["connections"],
  calendarFlows: ["connections"],
  calendarEvents: ["connections"],
  calendarBusy: ["connections"],
  calendarFeeds: ["connections"],
  calendarRevocations: ["revocations"],
  ownNetworks: ["ownNetworks"],
  supportThreads: ["support"],
  supportMessages: ["support"],
  auditEvents: ["audit"],
  phoneViews: ["audit"],
  exports: ["exports"],
  erasures: ["account"],

  demoRequests: ["demoRequest"],
  newsletterAddresses: ["newsletter"],
  looks: ["look"],
  rateLimits: ["limits"],

  // Counts, and work of the server.
  lines: [],
  waitSamples: [],
  queueDays: [],
  feedbackDays: [],
  lookDays: [],
  smsMonths: [],
  mailDays: [],
  deskRequests: [],
  platformTotals: [],
  platformDays: [],
  platformNow: [],
  alarmKeeper: [],
  migrations: [],
  upkeep: [],
  upkeepPassed: [],
  // Tables of the auth library for sign-in methods that we do not use.
  authVerificationCodes: [],
  authVerifiers: [],
  authRateLimits: [],
} as const satisfies Record<TableNames, readonly NoticeKind[]>;
