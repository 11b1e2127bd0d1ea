/**
 * Everything that the server refuses: a code with its numbers and names, never
 * a sentence. Sentences live with the screens, one table for each group of screens and
 * language (src/strings); those of the HTTP calls are httpTexts.ts.
 */
import {
  ConvexError,
  v,
  type ObjectType,
  type PropertyValidators,
  type Validator,
} from "convex/values";
import { planValidator } from "./planValidators";

/** When one may try again, in milliseconds; null if nobody can tell. */
const retryAfterMs = v.nullable(v.number());
/** When the business opens next, ms; null if nobody can tell. */
const opensAt = v.nullable(v.number());

/** What everybody may meet. */
const common = {
  /** `limit`: as many active people as the plan allows. */
  queueFull: { limit: v.number() },
  notTakingCustomers: {},
  phoneInvalid: {},
  invalidEmail: {},
  /** It is gone, a stranger's, or never was. */
  notFound: {},
  /** Nothing that our pages send. */
  invalidInput: {},
  tooManyRequests: { retryAfterMs },
};

/** What only customers meet. */
const ofCustomers = {
  queueClosed: {},
  unknownQueue: {},
  tooManyJoins: { retryAfterMs },
  /** Their network holds all the places that one may hold. */
  tooManyHeld: {},
  /** Walk-ins are taken in opening hours only. */
  closedNow: { opensAt },
  /** Others have it, or its time has come: there is no time left to book it. */
  slotTaken: {},
  /** Outside opening hours, too far ahead, or no time at which a slot begins. */
  slotNotBookable: {},
  /** It is in the line by now. */
  notScheduled: {},
  alreadyEnded: {},
  notCalledNow: {},
  /** Nobody asks this ticket's holder whether they were served, or they have answered. */
  notAsked: {},
  /** They were not served, or too long ago. */
  feedbackClosed: {},
};

/** What visitors meet: who sign in or up, and pay. Owners meet all of it too. */
const ofVisitors = {
  notSignedIn: {},
  notAllowed: {},
  notSubscribed: {},
  invalidCredentials: {},
  /** The password was right; the code of the second factor is asked for next. */
  codeNeeded: {},
  codeWrong: {},
  weakPassword: {},
  commonPassword: {},
  passwordTooLong: {},
  businessNameRequired: {},
  signUpFailed: {},
  signUpClosed: {},
  signUpNotListed: {},
  resetCodeWrong: {},
  mailOff: {},
  waitBeforeReset: { retryAfterMs },

  paymentsOff: {},
  paymentNotStarted: {},
  checkoutFailed: {},
  upgradeFailed: {},
  cardDeclined: {},
  alreadySubscribed: {},
  noSubscription: {},
  notYourPayment: {},
  stripeUnavailable: {},
};

/** What only owners at work meet. */
const ofOwners = {
  /** An admin looks at the business, and changes nothing there. */
  viewingOnly: {},

  // At the counter
  nobodyWaiting: {},
  /** The screen showed something older than the database; it has the new state by now. */
  listChanged: {},
  customerMovedOn: {},
  nothingToUndo: {},
  crowdGone: {},

  // Queues
  queueNameEmpty: {},
  queueNameTaken: {},
  queueNameTooLong: { max: v.number() },
  queueLimit: { limit: v.number(), plan: planValidator },

  // Reports
  /** A smaller plan shows no more. */
  notInPlan: {},

  // The account
  /** A mailed code has to prove the address before this. */
  emailUnproven: {},
  passwordWrong: {},
  /** The account's address already. */
  emailSame: {},
  /** What was typed is not the business's name. */
  nameNotTyped: {},
  /** Somebody has to run the platform. */
  lastAdmin: {},
  /** Stripe did not end the subscription, so nothing was deleted. */
  subscriptionNotEnded: {},
  /** It was fetched, or it is over an hour old. */
  exportGone: {},

  // Profile
  /** By another window of the owner's, and by this one: these fields of the settings. */
  changedElsewhere: { fields: v.array(v.string()) },
  slotMinutesInvalid: {},
  slotMinutesStep: {},
  /** `weekday`: 0 is Sunday. */
  hoursInvalid: { weekday: v.number() },
  /** `day`: 'YYYY-MM-DD'. */
  specialHoursInvalid: { day: v.string() },
  specialDayTwice: { day: v.string() },
  specialDaysTooMany: { max: v.number() },
  notAPicture: {},
  /** More than 2 MB. */
  pictureTooLarge: {},
  /** `max`: pixels on each side. */
  pictureTooWide: { max: v.number() },
};

/** What only owners meet who connect other services, or send texts. */
const ofConnections = {
  // Texts to customers
  smsNotInPlan: {},
  /** `limit`: texts a month. */
  smsQuotaUsed: { limit: v.number() },
  /** Nobody has given this server an account to send texts with. */
  smsOff: {},
  phoneRequired: {},
  messageRequired: {},
  /** `max`: parts of a text. */
  smsTooLong: { max: v.number() },
  /** Texts do not go to that country. */
  smsCountry: {},
  /** They have answered STOP. */
  smsOptedOut: {},
  /** `limit`: texts a day. */
  smsDayLimit: { limit: v.number() },
  twilioFieldsMissing: {},
  /** Twilio does not know this account with this token. */
  twilioRefused: {},
  /** The account has no such number. */
  twilioSenderUnknown: {},
  twilioUnavailable: {},
  /** The server has no key to keep secrets with. */
  secretsOff: {},

  // The calendar
  /** Nobody has given this server a Google client, or keys to keep what Google gives. */
  calendarOff: {},
  /** Another browser began it, or too long ago, or it is over. */
  calendarFlowOver: {},
  /** The owner did not allow it at Google. */
  calendarDenied: {},
  /** Another business has connected this account. */
  calendarTaken: {},
  noGoogleEmail: {},
  calendarNotConnected: {},
};

/** What owners and admins meet who write to each other. */
const ofSupport = {
  fieldsMissing: {},
  /** No business has this address. */
  unknownOwner: {},
};

/** What only those meet who set a second factor up. */
const ofSecondFactors = {
  /** There is one, which has to be removed first. */
  secondFactorOn: {},
};

/** What only admins of the platform meet. */
const ofAdmins = {
  /** Right, and no admin's. */
  notAdmin: {},
  /** An admin by their role, outside a session of the portal. */
  adminSessionEnded: {},
  /** The password was given too long ago for this. */
  confirmFirst: {},
  /** Admins of a production deployment have one. */
  secondFactorNeeded: {},
  /** Nobody signs in with this address. */
  noSuchAccount: {},
  alreadyAdmin: {},
  adminsFull: { max: v.number() },
  /** There is an admin, who may make others. */
  firstAdminOnly: {},
  /** An account that is made for somebody needs an address, a password and a name. */
  accountFieldsMissing: {},
  /** `min`: characters. */
  passwordTooShort: { min: v.number() },
  emailTaken: {},
};

/** What only those meet who run the server. */
const ofOperators = {
  wrongDeployment: { kind: v.string(), wanted: v.string() },
};

const all = {
  ...common,
  ...ofCustomers,
  ...ofVisitors,
  ...ofOwners,
  ...ofConnections,
  ...ofSupport,
  ...ofSecondFactors,
  ...ofAdmins,
  ...ofOperators,
};

type Codes = Readonly<Record<string, PropertyValidators>>;
type RefusalOf<C extends Codes> = {
  [Code in keyof C & string]: { code: Code } & ObjectType<C[Code]>;
}[keyof C & string];

/** Everything that everybody may be told. */
export type CommonRefusal = RefusalOf<typeof common>;
/** Everything that customers may be told. */
export type CustomerRefusal = RefusalOf<typeof common & typeof ofCustomers>;
/** Everything that visitors may be told. */
export type VisitorRefusal = RefusalOf<typeof common & typeof ofVisitors>;
/** Everything that owners may be told at work. */
export type OwnerRefusal =
  | RefusalOf<typeof common & typeof ofVisitors & typeof ofOwners>
  | Extract<CustomerRefusal, { code: "notScheduled" }>;
/** Everything that owners may be told about texts and other companies' services. */
export type ConnectionRefusal = OwnerRefusal | RefusalOf<typeof ofConnections>;
/** Everything that owners and admins may be told who write to each other. */
export type SupportRefusal = RefusalOf<typeof common & typeof ofSupport>;
/** Everything that those may be told who set up a second factor. */
export type SecondFactorRefusal =
  | OwnerRefusal
  | RefusalOf<typeof ofSecondFactors>
  | Extract<ConnectionRefusal, { code: "secretsOff" }>;
/** Everything that admins may be told in the portal. */
export type AdminRefusal = SecondFactorRefusal | RefusalOf<typeof ofAdmins>;
export type Refusal = RefusalOf<typeof all>;
export type RefusalCode = Refusal["code"];
type Coded<Code extends RefusalCode> = Extract<Refusal, { code: Code }>;
/** The answer of a function that refused for one of these reasons. */
export type Refused<Code extends RefusalCode> = { ok: false } & Coded<Code>;

/** The numbers and names that belong to a code. */
export type Details<Code extends RefusalCode> = Omit<Coded<Code>, "code">;
/** A code that says it all. */
export type BareCode = {
  [Code in RefusalCode]: keyof Details<Code> extends never ? Code : never;
}[RefusalCode];

/** The validator of an answer that refuses for one of these reasons. */
export function refused<Code extends RefusalCode>(
  ...codes: Code[]
): Validator<Refused<Code>, "required", never> {
  const forms = codes.map((code) =>
    v.object({ ok: v.literal(false), code: v.literal(code), ...all[code] }),
  );
  return v.union(...forms) as never;
}

/** The answer of a function that did it, or refused for one of these reasons. */
export type Done<Code extends RefusalCode> = { ok: true } | Refused<Code>;

/** Done, or one of these reasons why not. */
export function doneOr<Code extends RefusalCode>(...codes: Code[]) {
  return v.union(v.object({ ok: v.literal(true) }), refused(...codes));
}

/** The refusal inside a thrown value, or null when it is some other failure. */
export function readAppError(error: unknown): Refusal | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  const { code } = data as { code?: unknown };
  const isOurs = typeof code === "string" && Object.hasOwn(all, code);
  return isOurs ? (data as Refusal) : null;
}
