/** What admins did in a business, and changes in its team, in words for its owner. */
import { strings } from "./language/language";
import type { AuditAction, TeamAction } from "../../convex/audit/rules/entries";

const statuses: Readonly<Record<string, string>> = {
  open: "open",
  pending: "answered",
  resolved: "resolved",
};

const actions: Readonly<Partial<Record<AuditAction, string>>> = {
  businessCreated: "We made this account.",
  participantsViewed: "We looked at your customers' phone numbers.",
  viewBegan:
    "We started viewing your business as you see it, without being able to change anything.",
  viewEnded: "We stopped viewing your business.",
  supportAnswered: "We answered your message.",
  supportWritten: "We wrote to you.",
  planGrantRemoved: "We took back the plan we gave you.",
};

export const ownRecord = strings("ownRecord", {
  title: "Activity",
  meaning:
    "What our support team changes or views in your business, and changes to your team and its tablets. Kept for two years.",
  loading: "Loading...",
  empty: "No activity yet.",
  shown: (first: string, last: string) => `${first}–${last}`,
  previous: "Newer",
  next: "Older",
  other: "We worked on your account.",
  granted: (plan: string) => `We gave you ${plan} without payment.`,
  status: (status: string) => `We marked your message as ${status}.`,
  statuses,
  actions,
  /** @param role as in `roles` */
  team: {
    memberInvited: (name: string, role: string) =>
      `${name} was invited as ${role}.`,
    memberJoined: (name: string) => `${name} joined the team.`,
    memberRoleChanged: (name: string, role: string) =>
      `${name} is now ${role}.`,
    memberRemoved: (name: string) => `${name} was removed from the team.`,
    memberPinSet: (name: string) => `${name} got a new PIN.`,
    tabletPaired: (name: string) => `The tablet ${name} was paired.`,
    tabletEnded: (name: string) => `The tablet ${name} was removed.`,
  } satisfies Record<TeamAction, (name: string, role: string) => string>,
  left: (name: string) => `${name} left the team.`,
  roles: { manager: "a manager", staff: "staff" },
  by: (name: string) => `By ${name}`,
});
