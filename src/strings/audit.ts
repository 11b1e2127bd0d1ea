/** The audit log for admins: its page, and its part on a business's page. The owner's strings are in own-record.ts. */
import { strings } from "./language/language";
import type { AuditAction } from "../../convex/audit/rules/entries";

/** The words for a fact's name. */
const facts: Readonly<Record<string, string>> = {
  state: "State",
  plan: "Plan",
  grantedPlan: "Granted",
  source: "Paid by",
  flag: "Payment",
  cancelAt: "Ends",
  graceEndsAt: "Pay by",
  email: "E-mail",
  by: "By",
  status: "Status",
  matter: "Subject",
  isAdmin: "Admin",
};

/** The words for a value of any fact. */
const values: Readonly<Record<string, string>> = {
  none: "never paid",
  active: "active",
  pastDue: "payment failed",
  lapsed: "over",
  stripe: "Stripe",
  admin: "an admin's grant",
  demo: "the demo",
  server: "this server's grant",
  refunded: "refunded",
  disputed: "disputed",
  code: "a code by e-mail",
  password: "the old password",
  open: "open",
  pending: "pending",
  resolved: "resolved",
};

export const audit = strings("audit", {
  title: "Audit log",
  note: "Who did what to which business. Entries cannot be changed; they are deleted after two years.",
  find: "Search",
  findHint: "Name, e-mail address or id",
  search: "Search",
  kind: "What",
  allKinds: "Everything",
  from: "From",
  to: "To",
  clear: "Clear search",
  list: "Entries, the newest first",
  loading: "Loading the audit log...",
  empty: "Nothing has been recorded yet.",
  none: "Nothing was found.",
  noneHere: "No more entries on this page. Older ones may follow.",
  shown: (first: string, last: string) => `${first}–${last}`,
  previous: "Previous",
  next: "Next",
  /** Under the search: the businesses that were searched, when the text matches more. */
  part: (names: string) =>
    `More businesses go by this name. Shown are ${names}. Type more of the name.`,
  ofBusiness: "What was done here",
  by: {
    server: "The server",
    stripe: "Stripe",
    owner: "The owner",
    admin: "An admin",
  },
  /** For a business whose account was deleted: its name is gone. */
  noName: "A deleted business",
  changed: (before: string, after: string) => `${before} → ${after}`,
  nothing: "none",
  yes: "yes",
  no: "no",
  actions: {
    adminGranted: "Admin access granted",
    adminRevoked: "Admin access taken away",
    adminSignedIn: "Signed in to the portal",
    secondFactorSet: "Second factor set up",
    secondFactorRemoved: "Second factor removed",
    recoveryCodeUsed: "Signed in with a recovery code",
    visitorsExported: "List of visitors downloaded",
    businessCreated: "Business account created",
    businessDeleted: "Business deleted",
    participantsViewed: "Customers' phone numbers looked at",
    viewBegan: "Began to view as owner",
    viewEnded: "Stopped viewing as owner",
    supportAnswered: "Support message answered",
    supportWritten: "Support message written",
    supportStatus: "Status of a support message changed",
    planGranted: "Plan granted",
    planGrantRemoved: "Granted plan taken back",
    subscriptionChanged: "Subscription changed",
    ownerChangedEmail: "E-mail address changed",
    ownerChangedPassword: "Password changed",
  } satisfies Record<AuditAction, string>,
  facts,
  values,
});
