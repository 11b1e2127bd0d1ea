/** What /privacy says is kept of whom, until when (product.md U10). src/strings/legal.ts has a sentence for each kind. */
import { KEPT_MS } from "../../base/rules/kept";
import { LOOK_MS } from "../../reports/rules/lookTime";

/** `for` a time from writing it; `account`: as long as the shop's account; `asked`: until the person wants it gone. */
export type Until =
  | "visit"
  | "afterTicket"
  | "stale"
  | "for"
  | "lastUse"
  | "lastMessage"
  | "account"
  | "asked"
  | "optIn";

/** `ms` is counted from `until`; 0 if that is the end. */
type Kept = {
  of: "customers" | "owners" | "visitors";
  until: Until;
  ms: number;
};

export const notice = {
  name: { of: "customers", until: "visit", ms: KEPT_MS.person },
  phone: { of: "customers", until: "visit", ms: KEPT_MS.person },
  email: { of: "customers", until: "visit", ms: KEPT_MS.person },
  note: { of: "customers", until: "visit", ms: KEPT_MS.person },
  visit: { of: "customers", until: "account", ms: 0 },
  givenUp: { of: "customers", until: "stale", ms: KEPT_MS.givenUp },
  texts: { of: "customers", until: "for", ms: KEPT_MS.texts },
  alerts: { of: "customers", until: "for", ms: KEPT_MS.alerts },
  pushes: { of: "customers", until: "afterTicket", ms: KEPT_MS.pushes },
  network: { of: "customers", until: "afterTicket", ms: KEPT_MS.endedNetwork },
  manyJoins: { of: "customers", until: "for", ms: KEPT_MS.manyJoins },
  optOut: { of: "customers", until: "optIn", ms: 0 },

  account: { of: "owners", until: "account", ms: 0 },
  unproven: { of: "owners", until: "for", ms: KEPT_MS.unprovenAccounts },
  codes: { of: "owners", until: "for", ms: KEPT_MS.codes },
  shop: { of: "owners", until: "account", ms: 0 },
  team: { of: "owners", until: "account", ms: 0 },
  invitations: { of: "owners", until: "for", ms: KEPT_MS.invitations },
  payments: { of: "owners", until: "account", ms: 0 },
  connections: { of: "owners", until: "asked", ms: 0 },
  revocations: { of: "owners", until: "for", ms: KEPT_MS.revocations },
  ownNetworks: { of: "owners", until: "lastUse", ms: KEPT_MS.ownNetworks },
  ownMails: { of: "owners", until: "for", ms: KEPT_MS.mails },
  support: { of: "owners", until: "lastMessage", ms: KEPT_MS.support },
  audit: { of: "owners", until: "for", ms: KEPT_MS.audit },
  exports: { of: "owners", until: "for", ms: KEPT_MS.exports },

  demoRequest: { of: "visitors", until: "for", ms: KEPT_MS.demoRequests },
  newsletter: { of: "visitors", until: "asked", ms: 0 },
  look: { of: "visitors", until: "for", ms: LOOK_MS },
  limits: { of: "visitors", until: "for", ms: KEPT_MS.limits },
} as const satisfies Record<string, Kept>;

export type NoticeKind = keyof typeof notice;

/** A ticket's fields: what becomes of each after `KEPT_MS.person`. data/personalFields.ts says so if one is missing. */
export const ticketFields = {
  name: { becomes: "null", told: "name" },
  phone: { becomes: "null", told: "phone" },
  email: { becomes: "removed", told: "email" },
  note: { becomes: "removed", told: "note" },
  // Holds what name, phone, note and address were before.
  edited: { becomes: "removed", told: "note" },
  hasPush: { becomes: "removed", told: "pushes" },
  // The maintenance removes both long before.
  network: { becomes: "kept", told: "network" },
  endedNetwork: { becomes: "kept", told: "network" },
  feedback: { becomes: "kept", told: "visit" },
  number: { becomes: "kept", told: "visit" },
  joinedAt: { becomes: "kept", told: "visit" },
  scheduledTime: { becomes: "kept", told: "visit" },
  state: { becomes: "kept", told: "visit" },
  quote: { becomes: "kept", told: "visit" },
  look: { becomes: "removed", told: "visit" },

  businessId: { becomes: "kept", told: null },
  queueId: { becomes: "kept", told: null },
  generation: { becomes: "kept", told: null },
  revision: { becomes: "kept", told: null },
  staleAt: { becomes: "kept", told: null },
  blankedAt: { becomes: "kept", told: null },
  // A hash of a secret that only the phone knows.
  secretHash: { becomes: "kept", told: null },
} as const satisfies Record<string, Field>;

/** `told` is null where the field says nothing about a person. What is erased is listed in any case. */
type Field =
  | { becomes: "null" | "removed"; told: NoticeKind }
  | { becomes: "kept"; told: NoticeKind | null };
