/** What the tables of texts are, as types; derived from the English ones. No text is loaded from here. */
import type { account } from "./en/account";
import type { admin } from "./en/admin";
import type { adminAccess } from "./en/admin-access";
import type { adminRefusals } from "./en/admin-refusals";
import type { analytics } from "./en/analytics";
import type { appointments } from "./en/appointments";
import type { audit } from "./en/audit";
import type { booking } from "./en/booking";
import type { calendar } from "./en/calendar";
import type { connectionRefusals } from "./en/connection-refusals";
import type { customers } from "./en/customers";
import type { dashboard } from "./en/dashboard";
import type { demo } from "./en/demo";
import type { desk } from "./en/desk";
import type { directory } from "./en/directory";
import type { display } from "./en/display";
import type { everyone } from "./en/everyone";
import type { feed } from "./en/feed";
import type { forms } from "./en/forms";
import type { helpdesk } from "./en/helpdesk";
import type { landing } from "./en/landing";
import type { ownerRefusals } from "./en/owner-refusals";
import type { messages } from "./en/messages";
import type { operations } from "./en/operations";
import type { ownRecord } from "./en/own-record";
import type { payment } from "./en/payment";
import type { profile } from "./en/profile";
import type { poster } from "./en/poster";
import type { priceList } from "./en/price-list";
import type { reports } from "./en/reports";
import type { secondFactor } from "./en/second-factor";
import type { secondFactorRefusals } from "./en/second-factor-refusals";
import type { setup } from "./en/setup";
import type { signedIn } from "./en/signed-in";
import type { storageTest } from "./en/storage-test";
import type { support } from "./en/support";
import type { ticket } from "./en/ticket";
import type { unsubscribe } from "./en/unsubscribe";
import type { visitors } from "./en/visitors";
import type { viewing } from "./en/viewing";
import type { visitorRefusals } from "./en/visitor-refusals";

/** One table for what is read and loaded together, so that nobody loads what others read. */
export type Tables = {
  audit: Table<typeof audit>;
  ownRecord: Table<typeof ownRecord>;
  viewing: Table<typeof viewing>;
  everyone: Table<typeof everyone>;
  landing: Table<typeof landing>;
  demo: Table<typeof demo>;
  forms: Table<typeof forms>;
  priceList: Table<typeof priceList>;
  account: Table<typeof account>;
  visitorRefusals: Table<typeof visitorRefusals>;
  payment: Table<typeof payment>;
  signedIn: Table<typeof signedIn>;
  setup: Table<typeof setup>;
  ownerRefusals: Table<typeof ownerRefusals>;
  adminAccess: Table<typeof adminAccess>;
  secondFactor: Table<typeof secondFactor>;
  secondFactorRefusals: Table<typeof secondFactorRefusals>;
  adminRefusals: Table<typeof adminRefusals>;
  connectionRefusals: Table<typeof connectionRefusals>;
  dashboard: Table<typeof dashboard>;
  desk: Table<typeof desk>;
  appointments: Table<typeof appointments>;
  analytics: Table<typeof analytics>;
  messages: Table<typeof messages>;
  profile: Table<typeof profile>;
  reports: Table<typeof reports>;
  poster: Table<typeof poster>;
  customers: Table<typeof customers>;
  display: Table<typeof display>;
  storageTest: Table<typeof storageTest>;
  unsubscribe: Table<typeof unsubscribe>;
  support: Table<typeof support>;
  helpdesk: Table<typeof helpdesk>;
  operations: Table<typeof operations>;
  visitors: Table<typeof visitors>;
  feed: Table<typeof feed>;
  ticket: Table<typeof ticket>;
  booking: Table<typeof booking>;
  calendar: Table<typeof calendar>;
  admin: Table<typeof admin>;
  directory: Table<typeof directory>;
};

/** Groups of sentences, and of functions that make one from numbers and names. */
type Table<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...given: infer Given) => infer Made
      ? (...given: Given) => Made extends string ? string : Made
      : T[K] extends readonly string[]
        ? readonly string[]
        : Table<T[K]>;
};

/** As much of the tables as somebody has translated. */
export type Translated<T> = T extends string | readonly string[]
  ? T
  : T extends (...given: never[]) => unknown
    ? T
    : { readonly [K in keyof T]?: Translated<T[K]> };
