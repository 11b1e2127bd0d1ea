/** What admins did in a business, in words for its owner. */
import { strings } from "./language/language";
import type { AuditAction } from "../../convex/audit/rules/entries";

const statuses: Readonly<Record<string, string>> = {
  open: "open",
  pending: "answered",
  resolved: "resolved",
};

const actions: Readonly<Partial<Record<AuditAction, string>>> = {
  businessCreated: "We made this account.",
  participantsViewed: "We looked at your customers' phone numbers.",
  viewBegan:
    "We started viewing your business as you see it. Nothing can be changed that way.",
  viewEnded: "We stopped viewing your business.",
  supportAnswered: "We answered your message.",
  supportWritten: "We wrote to you.",
  planGrantRemoved: "We took back the plan that we had given you.",
};

export const ownRecord = strings("ownRecord", {
  title: "What our support team did here",
  meaning:
    "Whenever our support team changes or views something in your business, it is listed here for two years.",
  loading: "Loading...",
  empty: "Nobody has done anything here.",
  shown: (first: string, last: string) => `${first}–${last}`,
  previous: "Newer",
  next: "Older",
  other: "We worked on your account.",
  granted: (plan: string) => `We gave you ${plan} without payment.`,
  status: (status: string) => `We marked your message as ${status}.`,
  statuses,
  actions,
});
