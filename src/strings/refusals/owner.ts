/** Refusals for a working owner. Those of sign-in, sign-up and payment are in visitor.ts. */
import type {
  OwnerRefusal,
  VisitorRefusal,
} from "../../../convex/base/rules/refusals";
import { refusalTexts, type RefusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor";
import { strings } from "../language/language";
import { plans } from "../../../convex/base/rules/plans";
import {
  counting,
  dateName,
  inTime,
  number,
  weekdayName,
} from "../language/intl";

const counted = counting("en");

export const ownerRefusals = strings("ownerRefusals", {
  viewingOnly: "You are only viewing. Nothing was changed.",

  nobodyWaiting: "There is no one on the queue now.",
  listChanged: "The list has changed. Nobody was skipped.",
  customerMovedOn: "This customer is no longer there. The list has changed.",
  nothingToUndo: "There is nothing to undo any more.",
  notScheduled: "This customer is already in line.",
  crowdGone: "They are no longer waiting.",

  queueNameEmpty: "Queue name cannot be empty.",
  queueNameTaken: "There is already a queue with this name.",
  queueNameTooLong: ({ max }) =>
    `Queue name cannot be longer than ${number(max)} characters.`,
  queueLetterInvalid: "Use one or two letters from A to Z, without I, O and Q.",
  queueLetterTaken: "Another queue has this letter.",
  queueLetterInUse:
    "People are waiting with this letter. Change it when nobody waits in this queue.",
  queueLimit: ({ limit, plan }) =>
    `Queue limit reached. Maximum ${counted(limit, { one: "# queue", other: "# queues" })} allowed for ${plans[plan].label} plan.`,

  chairNameEmpty: "Enter a name.",
  chairNameTooLong: ({ max }) =>
    `A name cannot be longer than ${number(max)} characters.`,
  chairNameTaken: "There is already one with this name.",
  chairNeedsQueue: "Pick at least one queue.",
  chairLimit: ({ limit }) => `A shop can have ${number(limit)} at most.`,
  chairTaken: "Somebody else is working there. Switch it off first.",

  notInPlan: "Your plan does not show this.",

  cardDeclined:
    "Your card was declined. Change it under Manage Billing and try again.",
  bankAsks: "Your bank wants you to confirm this payment.",

  emailUnproven: "Confirm your e-mail address first.",
  passwordWrong: "This is not your password.",
  emailSame: "This is already your e-mail address.",
  nameNotTyped: "This is not the name of your business.",
  lastAdmin: "You are the only admin. Make somebody else an admin first.",
  subscriptionNotEnded:
    "Your subscription could not be cancelled, so nothing was deleted. Please try again in a few minutes.",
  exportGone: "This download has expired. Prepare a new one.",

  personNameEmpty: "Enter a name.",
  personNameTooLong: ({ max }) =>
    `A name cannot be longer than ${number(max)} characters.`,
  personNameTaken:
    "Somebody here has this name. Add a letter, so that the two can be told apart.",
  inTeam: "Somebody with this address already works here.",
  invitationNotSent:
    "The invitation could not be sent. Try again in a few minutes.",

  tabletLocked: "Nobody is on this tablet. Tap your name.",
  tooManyTablets: ({ max }) => `A shop can have ${number(max)} tablets.`,
  pinInvalid: "A PIN has 4 to 6 digits.",
  pinNeedsName: "Add your name under Team first.",
  pinNotSet: "You have no PIN yet. Set it in your account.",
  pinWrong: "This PIN is wrong.",
  pinBlocked: ({ retryAfterMs }) =>
    `Too many wrong PINs. Try again ${inTime(retryAfterMs) ?? "later"}.`,

  changedElsewhere: "This was changed in another window meanwhile.",
  slotMinutesInvalid: "Appointment slot duration must be a positive number.",
  slotMinutesStep:
    "Appointment slot duration must be a multiple of 5 minutes, up to 8 hours.",
  hoursInvalid: ({ weekday }) =>
    `Invalid start/end time for ${weekdayName(weekday)}. Start time must be before end time.`,
  hoursOverlap: ({ weekday }) =>
    `The hours of ${weekdayName(weekday)} end after those of ${weekdayName((weekday + 1) % 7)} begin. Close earlier, or open later the next day.`,
  specialHoursInvalid: ({ day }) =>
    `Invalid start/end time for ${dateName(day)}. Start time must be before end time.`,
  specialHoursOverlap: ({ day }) =>
    `The hours of ${dateName(day)} end after those of the next day begin. Close earlier, or open later the next day.`,
  specialDayTwice: ({ day }) => `${dateName(day)} is in the list twice.`,
  specialDaysTooMany: ({ max }) =>
    `There can be at most ${number(max)} days off. Remove some that are past.`,
  addressInvalid:
    "A short address needs at least three letters from a to z or digits.",
  addressTaken: "This address is taken. Please choose another one.",
  addressesUsedUp: ({ max }) =>
    `A shop can have ${number(max)} short addresses. Choose one of yours.`,
  notAPicture: "Please upload an image file",
  pictureTooLarge: "File size must be less than 2MB",
  pictureTooWide: ({ max }) =>
    `The picture can be at most ${number(max)} pixels wide and high.`,
} satisfies RefusalTexts<Exclude<OwnerRefusal, VisitorRefusal>>);

export const { refusalText, refusalIn, errorText } = refusalTexts<OwnerRefusal>(
  visitorRefusals,
  ownerRefusals,
);
