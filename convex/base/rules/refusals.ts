/** Everything that the server refuses, as codes with details. The sentences are in src/strings and httpMessages.ts. */
import {
  ConvexError,
  v,
  type ObjectType,
  type PropertyValidators,
  type Validator,
} from "convex/values";
import { planValidator } from "./planValidators";

/** Time until the next try, ms; null if unknown. */
const retryAfterMs = v.nullable(v.number());
/** When the business opens next, ms; null if unknown. */
const opensAt = v.nullable(v.number());

const common = {
  /** `limit`: the plan's limit of active people. */
  queueFull: { limit: v.number() },
  notTakingCustomers: {},
  phoneInvalid: {},
  invalidEmail: {},
  /** It was deleted, belongs to another business, or never existed. */
  notFound: {},
  /** Input that our pages never send. */
  invalidInput: {},
  tooManyRequests: { retryAfterMs },
};

const ofCustomers = {
  queueClosed: {},
  unknownQueue: {},
  tooManyJoins: { retryAfterMs },
  /** Their network holds as many places as a network may. */
  tooManyHeld: {},
  /** Walk-ins are taken in opening hours only. */
  closedNow: { opensAt },
  /** No texts go to the country of the customer's number. */
  notTextable: {},
  /** Another customer has the slot, or it is too late to book it. */
  slotTaken: {},
  /** Outside opening hours, too far ahead, or not the beginning of a slot. */
  slotNotBookable: {},
  /** The booking is already in the line. */
  notScheduled: {},
  alreadyEnded: {},
  notCalledNow: {},
  /** The question whether they were served is not open, or already answered. */
  notAsked: {},
  /** They were not served, or too long ago. */
  feedbackClosed: {},
};

/** Refusals for visitors who sign in, sign up or pay. Owners meet all of them too. */
const ofVisitors = {
  notSignedIn: {},
  notAllowed: {},
  notSubscribed: {},
  invalidCredentials: {},
  /** The password was right; the second factor's code comes next. */
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

  /** It was used, withdrawn, or is too old. */
  invitationGone: {},
  /** `limit`: the plan's limit of people in a shop. */
  teamFull: { limit: v.number() },
  /** Somebody with another address is signed in. */
  invitationForOther: {},
  /** The owner of a shop cannot work in another. */
  hasOwnShop: {},
  worksElsewhere: {},
  /** It was used, is wrong, or is over ten minutes old. */
  pairingCodeWrong: {},

  paymentsOff: {},
  paymentNotStarted: {},
  checkoutFailed: {},
  upgradeFailed: {},
  alreadySubscribed: {},
  noSubscription: {},
  notYourPayment: {},
  stripeUnavailable: {},
};

/** Refusals for owners at work only. */
const ofOwners = {
  /** An admin who views a business cannot change it. */
  viewingOnly: {},

  // Desk
  nobodyWaiting: {},
  /** The screen was out of date; it has the new state by now. */
  listChanged: {},
  customerMovedOn: {},
  alreadyCalled: {},
  nothingToUndo: {},
  crowdGone: {},

  // Short names, such as a person's or a chair's
  nameEmpty: {},
  nameTooLong: { max: v.number() },

  // Queues
  queueNameEmpty: {},
  queueNameTaken: {},
  queueNameTooLong: { max: v.number() },
  /** Not one or two letters of the alphabet without I, O and Q. */
  queueLetterInvalid: {},
  queueLetterTaken: {},
  /** People wait with the old one. */
  queueLetterInUse: {},
  queueLimit: { limit: v.number(), plan: planValidator },

  // Chairs
  chairNameTaken: {},
  chairNeedsQueue: {},
  chairLimit: { limit: v.number() },
  /** Someone else is working there. */
  chairTaken: {},

  // Reports
  /** The plan does not include it. */
  notInPlan: {},

  // The plan
  cardDeclined: {},
  /** `url`: where the owner confirms the payment with the bank. */
  bankAsks: { url: v.string() },

  // The account
  emailUnproven: {},
  passwordWrong: {},
  emailSame: {},
  nameNotTyped: {},
  lastAdmin: {},
  /** Stripe did not end the subscription, so nothing was deleted. */
  subscriptionNotEnded: {},
  /** It was fetched already, or is over an hour old. */
  exportGone: {},

  // The team
  personNameTaken: {},
  /** The address already works there. */
  inTeam: {},
  /** The mail service did not take it. */
  invitationNotSent: {},

  // The shop's tablets
  /** Nobody is on the tablet. */
  tabletLocked: {},
  tooManyTablets: { max: v.number() },
  /** Not 4 to 6 digits. */
  pinInvalid: {},
  /** An owner without a name is in no list. */
  pinNeedsName: {},
  pinNotSet: {},
  pinWrong: {},
  pinBlocked: { retryAfterMs: v.number() },

  // Profile
  /** Both this window and another one changed these fields of the settings. */
  changedElsewhere: { fields: v.array(v.string()) },
  slotMinutesInvalid: {},
  slotMinutesStep: {},
  /** `weekday`: 0 is Sunday. */
  hoursInvalid: { weekday: v.number() },
  /** The hours of `weekday` run into those of the next one. */
  hoursOverlap: { weekday: v.number() },
  /** `day`: 'YYYY-MM-DD'. */
  specialHoursInvalid: { day: v.string() },
  /** The hours of `day` run into those of the next date; one of the two has special hours. */
  specialHoursOverlap: { day: v.string() },
  specialDayTwice: { day: v.string() },
  specialDaysTooMany: { max: v.number() },
  /** Too few letters of ours. */
  addressInvalid: {},
  /** Another shop has it, or no shop may. */
  addressTaken: {},
  addressesUsedUp: { max: v.number() },
  notAPicture: {},
  pictureTooLarge: {},
  /** `max`: pixels on each side. */
  pictureTooWide: { max: v.number() },
};

/** Refusals for owners who connect other services or send texts. */
const ofConnections = {
  // Texts to customers
  smsNotInPlan: {},
  /** `limit`: texts a month. */
  smsQuotaUsed: { limit: v.number() },
  /** This server has no account for texts. */
  smsOff: {},
  phoneRequired: {},
  messageRequired: {},
  /** `max`: parts of a text. */
  smsTooLong: { max: v.number() },
  smsCountry: {},
  /** They replied STOP. */
  smsOptedOut: {},
  /** `limit`: texts a day. */
  smsDayLimit: { limit: v.number() },
  twilioFieldsMissing: {},
  /** Twilio rejects this account and token. */
  twilioRefused: {},
  twilioSenderUnknown: {},
  twilioUnavailable: {},
  secretsOff: {},

  // The calendar
  /** This server has no Google client, or no keys for Google's tokens. */
  calendarOff: {},
  /** Another browser began it, it began too long ago, or it is over. */
  calendarFlowOver: {},
  calendarDenied: {},
  /** Another business has connected this account. */
  calendarTaken: {},
  noGoogleEmail: {},
  calendarNotConnected: {},
};

/** Refusals for messages between owners and admins. */
const ofSupport = {
  fieldsMissing: {},
  unknownOwner: {},
};

const ofSecondFactors = {
  secondFactorOn: {},
};

const ofAdmins = {
  /** The password is right, but the user is not an admin. */
  notAdmin: {},
  /** An admin outside a session of the portal. */
  adminSessionEnded: {},
  /** The password was given too long ago for this. */
  confirmFirst: {},
  /** Admins of a production deployment must have one. */
  secondFactorNeeded: {},
  noSuchAccount: {},
  alreadyAdmin: {},
  adminsFull: { max: v.number() },
  firstAdminOnly: {},
  /** An account made by an admin needs an address, a password and a name. */
  accountFieldsMissing: {},
  /** `min`: characters. */
  passwordTooShort: { min: v.number() },
  emailTaken: {},
};

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

// What each kind of caller may get.
export type CommonRefusal = RefusalOf<typeof common>;
export type CustomerRefusal = RefusalOf<typeof common & typeof ofCustomers>;
export type VisitorRefusal = RefusalOf<typeof common & typeof ofVisitors>;
export type OwnerRefusal =
  | RefusalOf<typeof common & typeof ofVisitors & typeof ofOwners>
  | Extract<CustomerRefusal, { code: "notScheduled" }>;
export type ConnectionRefusal = OwnerRefusal | RefusalOf<typeof ofConnections>;
export type SupportRefusal = RefusalOf<typeof common & typeof ofSupport>;
export type SecondFactorRefusal =
  | OwnerRefusal
  | RefusalOf<typeof ofSecondFactors>
  | Extract<ConnectionRefusal, { code: "secretsOff" }>;
export type AdminRefusal = SecondFactorRefusal | RefusalOf<typeof ofAdmins>;
export type Refusal = RefusalOf<typeof all>;
export type RefusalCode = Refusal["code"];
// Looked up by code: extracting them from the union takes the compiler far longer.
type AllDetails = { [Code in RefusalCode]: ObjectType<(typeof all)[Code]> };
type AllRefused = {
  [Code in RefusalCode]: { ok: false; code: Code } & AllDetails[Code];
};
/** The answer of a function that refused for one of these reasons. */
export type Refused<Code extends RefusalCode> = AllRefused[Code];

export type Details<Code extends RefusalCode> = AllDetails[Code];
export type BareCode = {
  [Code in RefusalCode]: keyof AllDetails[Code] extends never ? Code : never;
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

export type Done<Code extends RefusalCode> = { ok: true } | Refused<Code>;

/** The validator of `Done`. */
export function doneOr<Code extends RefusalCode>(...codes: Code[]) {
  return doneWith({}, ...codes);
}

/** The validator of an answer with these fields, or of a refusal. */
export function doneWith<
  Fields extends PropertyValidators,
  Code extends RefusalCode,
>(fields: Fields, ...codes: Code[]) {
  const done = v.object({ ok: v.literal(true), ...fields });
  return v.union(done, refused(...codes));
}

/** The refusal inside a thrown value; null for any other failure. */
export function readAppError(error: unknown): Refusal | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null) return null;
  const { code } = data as { code?: unknown };
  const isOurs = typeof code === "string" && Object.hasOwn(all, code);
  return isOurs ? (data as Refusal) : null;
}
