/** Refusals for an owner who sends texts or connects another service. Loaded with those cards. */
import type {
  ConnectionRefusal,
  OwnerRefusal,
} from "../../../convex/base/rules/refusals";
import { ownerRefusals } from "./owner";
import { refusalTexts, type RefusalTexts } from "./refusal-text";
import { visitorRefusals } from "./visitor";
import { strings } from "../language/language";
import { number } from "../language/intl";

export const connectionRefusals = strings("connectionRefusals", {
  smsNotInPlan:
    "SMS feature is not available on your current plan. Please upgrade to send SMS messages.",
  smsQuotaUsed: ({ limit }) =>
    `Monthly SMS limit reached (${number(limit)} SMS per month). Please set up your own Twilio credentials to continue.`,
  smsOff: "Text messages are not set up on this server.",
  phoneRequired: "Please enter a phone number",
  messageRequired: "Please enter a message",
  smsTooLong: ({ max }) =>
    `This message is too long. Keep it to ${number(max)} SMS.`,
  smsCountry: "Text messages cannot be sent to this country.",
  smsOptedOut:
    "This customer replied STOP and gets no texts. They can text START to change that.",
  smsDayLimit: ({ limit }) =>
    `You've reached today's limit of ${number(limit)} texts.`,
  twilioFieldsMissing: "Please fill in all Twilio credential fields",
  twilioRefused:
    "Twilio rejected this SID and token. Please copy both again from your Twilio console.",
  twilioSenderUnknown:
    "This number isn't in that Twilio account. Please use one of its numbers.",
  twilioUnavailable: "Twilio did not answer. Please try again in a minute.",
  secretsOff:
    "This server isn't set up to store credentials, so yours can't be saved here.",

  calendarOff: "Google Calendar is not set up on this server.",
  calendarFlowOver:
    "Connecting took too long, or was started in another browser. Please try again.",
  calendarDenied:
    "Nothing was connected: Google wasn't allowed to share the calendar.",
  calendarTaken:
    "This Google account is already connected to another business. Please choose another account.",
  noGoogleEmail: "Unable to get user email",
  calendarNotConnected: "Failed to connect Google Calendar",
} satisfies RefusalTexts<Exclude<ConnectionRefusal, OwnerRefusal>>);

export const { refusalText, errorText } = refusalTexts<ConnectionRefusal>(
  visitorRefusals,
  ownerRefusals,
  connectionRefusals,
);
