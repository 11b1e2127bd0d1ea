/** Why a text was not sent, in words, for programs that call us over HTTP. The screens' are in src/strings. */
import type { TextReason } from "./sms";

export const reasonWords: Readonly<Record<TextReason, string>> = {
  optedOut: "this number replied STOP",
  notMobile: "this number can't get texts",
  invalidNumber: "this is not a phone number",
  unreachable: "the phone is off or has no signal",
  unknownNumber: "this number is not in use",
  blocked: "the phone or its network blocks our texts",
  filtered: "the carrier filtered the message",
  regionOff: "texts to this country are turned off",
  wrongCredentials: "Twilio rejected the account",
  wrongSender: "Twilio rejected the sender's number",
  noAccount: "there is no Twilio account",
  busy: "Twilio is busy, try again in a minute",
  noAnswer: "Twilio did not answer",
  tooLate: "it was out of date by the time it could be sent",
  other: "Twilio refused it",
};
