/** Refusals for a working owner. Those of sign-in, sign-up and payment are in visitor.ts. */
import type {
  OwnerRefusal,
  VisitorRefusal,
} from "../../../convex/base/rules/refusals";
import { inTime, refusalTexts, type RefusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor";
import { strings } from "../language/language";
import { plans } from "../../../convex/base/rules/plans";
import { counting, dateName, number, weekdayName } from "../language/intl";

const counted = counting("en");

export const ownerRefusals = strings("ownerRefusals", {
  viewingOnly: "You're only viewing. Nothing was changed.",

  nobodyWaiting: "There is no one on the queue now.",
  listChanged: "The list has changed. Nobody was skipped.",
  customerMovedOn: "This customer is no longer there. The list has changed.",
  alreadyCalled: "This customer had already been called.",
  nothingToUndo: "There's nothing left to undo.",
  notScheduled: "This customer is already in line.",
  crowdGone: "They are no longer waiting.",

  queueNameEmpty: "Queue name cannot be empty.",
  queueNameTaken: "You already have a queue with this name.",
  queueNameTooLong: ({ max }) =>
    `Queue name cannot be longer than ${number(max)} characters.`,
  queueLetterInvalid: "Use one or two letters from A to Z, except I, O and Q.",
  queueLetterTaken: "Another queue has this letter.",
  queueLetterInUse:
    "People are waiting with this letter. Change it when the queue is empty.",
  queueLimit: ({ limit, plan }) =>
    `Queue limit reached. Maximum ${counted(limit, { one: "# queue", other: "# queues" })} allowed for ${plans[plan].label} plan.`,

  chairNameTaken: "You already have one with this name.",
  chairNeedsQueue: "Pick at least one queue.",
  chairLimit: ({ limit }) => `A shop can have up to ${number(limit)}.`,
  chairTaken: "Someone else is working there. Switch it to off duty first.",

  notInPlan: "Your plan doesn't include this.",

  cardDeclined:
    "Your card was declined. Change it under Manage billing and try again.",
  bankAsks: "Your bank wants you to confirm this payment.",

  emailUnproven: "Confirm your e-mail address first.",
  passwordWrong: "That's not your password.",
  emailSame: "That's already your e-mail address.",
  nameNotTyped: "That's not the name of your business.",
  lastAdmin: "You're the only admin. Make someone else an admin first.",
  subscriptionNotEnded:
    "Your subscription could not be cancelled, so nothing was deleted. Please try again in a few minutes.",
  exportGone: "This download has expired. Prepare a new one.",

  nameEmpty: "Enter a name.",
  nameTooLong: ({ max }) =>
    `A name cannot be longer than ${number(max)} characters.`,
  personNameTaken:
    "Someone here already has this name. Add an initial to tell them apart.",
  inTeam: "Someone with this address already works here.",
  invitationNotSent:
    "The invitation could not be sent. Try again in a few minutes.",

  tabletLocked: "Nobody is on this tablet. Tap your name.",
  tooManyTablets: ({ max }) => `A shop can have up to ${number(max)} tablets.`,
  pinInvalid: "A PIN has 4 to 6 digits.",
  pinNeedsName: "Add your name under Team first.",
  pinNotSet: "You have no PIN yet. Set one in your account.",
  pinWrong: "Wrong PIN.",
  pinBlocked: ({ retryAfterMs }) =>
    `Too many wrong PINs. Try again ${inTime(retryAfterMs) ?? "later"}.`,

  changedElsewhere: "This has since been changed in another window.",
  slotMinutesInvalid: "Appointment slot duration must be a positive number.",
  slotMinutesStep:
    "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
  hoursInvalid: ({ weekday }) =>
    `Invalid start/end time for ${weekdayName(weekday)}. Start time must be before end time.`,
  hoursOverlap: ({ weekday }) =>
    `${weekdayName(weekday)}'s hours run into ${weekdayName((weekday + 1) % 7)}'s. Close earlier, or open later the next day.`,
  specialHoursInvalid: ({ day }) =>
    `Invalid start/end time for ${dateName(day)}. Start time must be before end time.`,
  specialHoursOverlap: ({ day }) =>
    `The hours on ${dateName(day)} run into the next day's. Close earlier, or open later the next day.`,
  specialDayTwice: ({ day }) => `${dateName(day)} is in the list twice.`,
  specialDaysTooMany: ({ max }) =>
    `You can have up to ${number(max)} days off. Remove one to add another.`,
  addressInvalid:
    "A short address needs at least three letters (a–z) or digits.",
  addressTaken: "This address is taken. Please choose another one.",
  addressesUsedUp: ({ max }) =>
    `A shop can have ${number(max)} short addresses. Choose one of yours.`,
  notAPicture: "Please upload an image file",
  pictureTooLarge: "File size must be less than 2MB",
  pictureTooWide: ({ max }) =>
    `The picture can be up to ${number(max)} pixels wide and high.`,
} satisfies RefusalTexts<Exclude<OwnerRefusal, VisitorRefusal>>);

export const { refusalText, refusalIn, errorText } = refusalTexts<OwnerRefusal>(
  visitorRefusals,
  ownerRefusals,
);
