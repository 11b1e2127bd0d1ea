/** Texts to customers: panel, own Twilio credentials, templates. Some sentences come from the specification. */
import { strings } from "./language/language";
import type { TextReason, TextState } from "../../convex/messages/rules/sms";
import type { TemplateName } from "../../convex/messages/rules/smsTemplates";
import { counting, number } from "./language/intl";

const counted = counting("en");

export const messages = strings("messages", {
  title: "SMS Messaging",
  loading: "Loading SMS...",
  ofTwo: (first: string, second: string) => `${first} · ${second}`,

  usage: {
    used: (used: number, quota: number) =>
      `${number(used)} / ${number(quota)} SMS`,
    own: "Using custom Twilio",
    /** Of the bar, for screen readers. */
    bar: (used: number, quota: number) =>
      `SMS used this month, ${number(used)} of ${number(quota)}`,
    barFull: (quota: number) =>
      `SMS used this month, all ${number(quota)} of ${number(quota)}`,
    since: (from: string, to: string) =>
      `Counted from ${from}. Resets on ${to}.`,
    ownCount: "Texts from your own Twilio account are not counted here.",
    usedUp: (quota: number) =>
      `You've used up your ${number(quota)} SMS for this month. Want to continue with your own Twilio account?`,
    /** For those who cannot connect an own account. */
    usedUpAsk: (quota: number) =>
      `This month's ${number(quota)} SMS are used up. Ask the shop's owner.`,
    leaves: (left: number) => `Leaves ${number(left)} this month`,
  },

  /** Where no higher plan can be bought. */
  notInPlan: "Your plan doesn't include text messages.",
  noSender: "This server has no Twilio account, so it can't send texts.",
  noSenderUseOwn:
    "This server has no Twilio account. You can send texts with yours.",

  send: {
    to: "To",
    otherNumber: "Another number",
    phone: "Phone number",
    start: "Start from a template",
    message: "Message",
    length: (characters: number, segments: number) =>
      `${counted(characters, { one: "# character", other: "# characters" })} · ${number(segments)} SMS`,
    unicode:
      "With emoji or letters outside the SMS alphabet, one SMS holds 70 characters instead of 160.",
    verb: "Send SMS",
    sending: "Sending...",
    sent: "SMS sent successfully!",
    failed: (reason: string) => `Failed to send SMS: ${reason}`,
    error: (message: string) => `Error: ${message}`,
    onItsWay: "The text is on its way.",
    slow: "The text is on its way. The list below shows whether it arrived.",
    fillIn: (placeholder: string) => `Please replace ${placeholder} first`,
    offline: "You can send as soon as the connection is back.",
    tryAgain: "Please try again.",
  },

  toPerson: {
    title: (ticket: string) => `SMS to ${ticket}`,
  },

  recent: {
    title: "Last sent",
    none: "Nothing sent yet.",
    showAll: (all: number) => `Show all ${number(all)}`,
    showLess: "Show less",
    states: {
      queued: "Sending",
      sending: "Sending",
      sent: "Sent",
      delivered: "Delivered",
      undelivered: "SMS failed",
      failed: "SMS failed",
      unknown: "May have been sent",
      cancelled: "Not sent: no longer needed",
    } satisfies Record<TextState, string>,
    failedWith: (reason: string) => `SMS failed: ${reason}`,
  },

  /** Why a text did not arrive, with advice. */
  reasons: {
    optedOut: {
      why: "they replied STOP",
      advice: "Call them by name. They can text START to get texts again.",
    },
    notMobile: {
      why: "landline",
      advice: "This number can't get texts. Call them by name.",
    },
    invalidNumber: {
      why: "no such number",
      advice: "Ask for the number again, or call them by name.",
    },
    unreachable: {
      why: "phone off or no signal",
      advice: "Call them by name.",
    },
    unknownNumber: {
      why: "number not in use",
      advice: "Ask for the number again, or call them by name.",
    },
    blocked: {
      why: "blocked by their phone or network",
      advice: "Call them by name.",
    },
    filtered: {
      why: "stopped by the network as spam",
      advice: "Use plain words without links, and call them by name.",
    },
    regionOff: {
      why: "texts to this country are turned off",
      advice: "With your own Twilio account, turn them on in its console.",
    },
    wrongCredentials: {
      why: "Twilio rejected the account",
      advice: "With your own Twilio account, enter its credentials again.",
    },
    wrongSender: {
      why: "Twilio rejected the sender number",
      advice: "With your own Twilio account, check the number in its console.",
    },
    busy: {
      why: "Twilio is busy",
      advice: "Send it again in a minute.",
    },
    noAnswer: {
      why: "Twilio did not answer",
      advice: "It may have gone out anyway. Call them by name.",
    },
    noAccount: {
      why: "no Twilio account",
      advice: "Call them by name.",
    },
    tooLate: {
      why: "it would have come too late",
      advice: "Call them by name.",
    },
    other: {
      why: "refused by Twilio",
      advice: "Twilio's log says more. Call them by name.",
    },
  } satisfies Record<TextReason, { why: string; advice: string }>,

  /** How a called person was alerted, at the desk. A state without words here is not shown. */
  told: {
    by: "Alerted by:",
    page: {
      tried: "ringing",
      sent: "phone rang",
      delivered: "phone rang",
      failed: "could not ring",
      unknown: "shown on the phone",
    },
    push: {
      tried: "push on its way",
      sent: "push sent",
      delivered: "push delivered",
      failed: "push failed",
      unknown: "push may have been sent",
    },
    text: {
      tried: "SMS on its way",
      sent: "SMS sent",
      delivered: "SMS delivered",
      failed: "SMS failed",
      skipped: "no SMS",
      unknown: "SMS may have been sent",
    },
    mail: {
      tried: "e-mail on its way",
      sent: "e-mail sent",
      delivered: "e-mail delivered",
      failed: "e-mail failed",
      unknown: "e-mail may have been sent",
    },
    because: (step: string, reason: string) => `${step}: ${reason}`,
    /** In addition to the reasons of a text. */
    reasons: {
      gone: "this phone no longer accepts them",
      refused: "refused",
      unreachable: "no connection",
      timeout: "no answer",
      off: "not set up",
      smsQuotaUsed: "monthly limit reached",
      smsDayLimit: "daily limit reached",
      smsCountry: "not sent to this country",
      smsTooLong: "the template is too long",
      phoneInvalid: "no valid number",
      messageRequired: "the template is empty",
      tooManyRequests: "too many at once",
      notSubscribed: "no subscription",
      smsNotInPlan: "not in your plan",
    },
  },

  own: {
    prompt: "Use your own Twilio account",
    title: "Your own Twilio account",
    account: (last4: string) => `Account ending in ${last4}`,
    sender: (from: string) => `Sender ${from}`,
    change: "Change credentials",
    remove: "Remove credentials",
    removeTitle: "Remove credentials?",
    removeQuestion:
      "Your texts will go through our account again and count toward your monthly SMS.",
    removed: "Twilio credentials removed.",
    sid: "Account SID",
    sidPlaceholder: "AC…",
    token: "Auth token",
    tokenHint: "Stored encrypted and never shown again.",
    from: "Sender number",
    save: "Save Credentials",
    saved: "Twilio credentials saved successfully!",
    failed: (message: string) =>
      `Failed to save Twilio credentials: ${message}`,
  },

  templates: {
    title: "SMS templates",
    open: "Templates",
    meaning:
      "These are sent automatically. Words in double braces are filled in.",
    names: {
      readyNow: "Ready now",
      almost: "Almost your turn",
      late: "Running late",
      bookingTomorrow: "Booking tomorrow",
      bookingSoon: "Booking soon",
    } satisfies Record<TemplateName, string>,
    sentWhen: {
      readyNow: "When someone who was called doesn't respond or come.",
      almost: "When it's almost someone's turn.",
      late: "When you say you're running late.",
      bookingTomorrow: "The day before a booking.",
      bookingSoon: "An hour before a booking.",
    } satisfies Record<TemplateName, string>,
    edit: "Edit",
    editOne: (name: string) => `Edit ${name}`,
    save: "Save",
    text: "Text",
    insert: "Insert",
    preview: "Preview",
    original: "Use the original text",
    saved: "Template saved.",
    failed: "Failed to save template.",
    yours: "Your own text",
    sample: {
      number: "124",
      queue: "Walk-ins",
      minutes: "15",
      place: "the counter",
      time: "10:30",
    },
  },
});
