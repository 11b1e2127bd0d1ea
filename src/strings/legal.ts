/** /privacy and /terms. What is kept, and how long: convex/privacy/rules/notice.ts. */
import type { NoticeKind, Until } from "../../convex/privacy/rules/notice";
import { strings } from "./language/language";

type Told = { what: string; why: string };

export const legal = strings("legal", {
  back: "Back to Home",
  runBy: "Who runs this server",
  /** Above the operator's own words. */
  fromOperator: "From the operator",
  loading: "Loading...",
  notLoaded: "Who runs this server could not be loaded.",
  tryAgain: "Try Again",
  withoutScript: "Switch JavaScript on to see who runs this server.",

  privacy: {
    title: "Privacy",
    intro: "What this server keeps about you, why, and for how long.",
    short: "In short",
    promises: [
      "No advertising, no tracking, no cookies. Your data is not sold.",
      "What you give is used for your visit, your shop or your question, and for nothing else.",
      "Your browser keeps what its pages need: your tickets, your log-in and your settings.",
      "Backups keep what was deleted until newer ones replace them.",
    ],
    about: {
      customers: "If you join a queue or book",
      owners: "If you run a shop here",
      visitors: "If you look around",
    },
    aboutMore: {
      customers:
        "The shop decides about this data. This server keeps it for the shop.",
      owners: "We need this for the contract with you.",
      visitors: "We need this to answer you and to keep the server working.",
    },
    kept: (until: string) => `Kept ${until}.`,
    until: {
      visit: (time) => `until ${time} after the visit`,
      ticket: () => "until the ticket ends",
      afterTicket: (time) => `until ${time} after the ticket ends`,
      stale: (time) => `until ${time} after the ticket would have run out`,
      for: (time) => `for ${time}`,
      lastUse: (time) => `until ${time} after the last use`,
      lastMessage: (time) => `until ${time} after the last message`,
      account: () => "as long as the shop has its account",
      asked: () => "until you end it",
      optIn: () => "until you want them again",
    } satisfies Record<Until, (time: string) => string>,
    data: {
      name: {
        what: "Your name, if you give it",
        why: "So that the shop can call you by it.",
      },
      phone: {
        what: "Your phone number, if you give it",
        why: "So that the shop can text you when it is your turn.",
      },
      email: {
        what: "Your e-mail address, if you give it, and what was mailed there",
        why: "To confirm your booking and remind you of it.",
      },
      note: {
        what: "A note of the shop, and its last change of your data",
        why: "So that staff know what was agreed, and can undo a mistake.",
      },
      visit: {
        what: "Your visit without your name: number, queue, times, how it went, and your feedback",
        why: "So that the shop sees how long people wait.",
      },
      givenUp: {
        what: "A place or booking that you gave up, or that the shop removed",
        why: "So that a mistake can be explained. Then all of it is deleted.",
      },
      texts: {
        what: "Texts to you, with your number",
        why: "So that the shop sees what was sent and whether it arrived.",
      },
      alerts: {
        what: "When and how you were called or reminded",
        why: "So that the shop knows that a call has reached you.",
      },
      pushes: {
        what: "The address at which your browser takes notifications, if you allow them",
        why: "So that your phone rings when the page is closed.",
      },
      network: {
        what: "A keyed hash of your network address, never the address",
        why: "So that nobody can fill a queue alone.",
      },
      manyJoins: {
        what: "The same hash, if many people join from one connection",
        why: "So that the shop can tell customers from pranks.",
      },
      optOut: {
        what: "A hash of your number or address, once you have ended texts or mails",
        why: "So that you get no more of them.",
      },
      account: {
        what: "Your e-mail address, hashes of your password and browsers, your log-ins and the key of your log-in code",
        why: "So that only you get into your account.",
      },
      team: {
        what: "Names, e-mail addresses and roles of the people who work in your shop, a hash of each PIN, and each one's daily counts: calls, people served and not come, service time",
        why: "So that each has a log-in, and the record and the reports say who did what. After somebody leaves, their name and counts stay.",
      },
      invitations: {
        what: "Invitations to your shop: name and e-mail address",
        why: "So that the link works for this person only.",
      },
      unproven: {
        what: "An account that was never used",
        why: "The address may be a stranger's. Then all of it is deleted.",
      },
      codes: {
        what: "A hash of the code that we mail you",
        why: "To know that the address is yours.",
      },
      shop: {
        what: "Your shop: name, e-mail address, phone number, short addresses, logo, hours, queues and settings",
        why: "To run its queues, and to show it to customers.",
      },
      payments: {
        what: "Your plan, what is paid, and your number at Stripe. We never see your card.",
        why: "So that you get what you pay for. Stripe keeps its invoices as the law asks.",
      },
      connections: {
        what: "What you connect: Google Calendar with your busy times, your Twilio account, your calendar link",
        why: "To write bookings there, and to text from your own number. Keys are sealed.",
      },
      revocations: {
        what: "The sealed key to a Google Calendar, if Google cannot be told at once that you disconnected",
        why: "Only to tell Google.",
      },
      ownNetworks: {
        what: "A keyed hash of your shop's network",
        why: "So that your customers on the shop's Wi-Fi get in together.",
      },
      ownMails: {
        what: "E-mails to you, and of the newsletter",
        why: "To send each once, and to see whether it arrived.",
      },
      support: {
        what: "Your messages to support",
        why: "To help you, also when you come back to it.",
      },
      audit: {
        what: "What admins and you did to the account: who, what and when",
        why: "So that it can be explained. It stays without names after the account's end.",
      },
      exports: {
        what: "The file with your data, once you ask for it",
        why: "So that you can download it.",
      },
      demoRequest: {
        what: "Your request for a demo, as you wrote it",
        why: "To answer it.",
      },
      newsletter: {
        what: "Your e-mail address, if you subscribe to the news",
        why: "To send you the news.",
      },
      look: {
        what: "That a device saw the waits of a shop, without knowing whose device",
        why: "So that the shop learns how many people left because of the wait.",
      },
      limits: {
        what: "A keyed hash of your network address with a count",
        why: "So that nobody guesses passwords or floods the server.",
      },
    } satisfies Record<NoticeKind, Told>,
    processorsTitle: "Who else gets data",
    processors: {
      stripe: "Stripe takes shops' payments: e-mail address, plan and card.",
      twilio: "Twilio sends texts: the phone number and the words.",
      google:
        "Google, for shops that connect a calendar: number, name, queue and time of bookings.",
      resend: "Resend sends e-mails: the address and the words.",
      mailServer:
        "The operator's mail server sends e-mails: the address and the words.",
      push: "The maker of your browser carries notifications to it. They are encrypted, with number, queue and shop.",
    },
    nobody: "Nobody.",
    standIns:
      "This is a test server: stand-ins on it replace some services, and nothing leaves it through them.",
    rightsTitle: "Your rights",
    rights: [
      "Ask the shop, or the operator of this server, to show, correct or delete your data. It costs nothing.",
      "What you agreed to, such as texts and mails, you can end at any time.",
      "Shop owners download and delete everything under Profile Settings.",
      "You may complain to the data protection authority of your country.",
    ],
  },

  terms: {
    title: "Terms",
    intro:
      "These terms are between a shop with an account here and the operator of this server.",
    parts: {
      service: {
        title: "The service",
        texts: [
          "You get queues, bookings and messages within the limits of your plan.",
          "The server may be down at times, for an update or a fault. Keep a way to serve people without it.",
        ],
      },
      you: {
        title: "Your part",
        texts: [
          "Keep your password to yourself. You answer for what happens with your account.",
          "Text and mail only people who gave you their number or address for that.",
          "Do not use the service for anything unlawful, and do not try to harm it.",
        ],
      },
      payment: {
        title: "Payment",
        texts: [
          "A plan is paid by the month, in advance, at the price shown when you order it. Stripe takes the payment.",
          "If a payment fails, you have 7 days to put it right. After that nobody new can join.",
        ],
      },
      cancelPaid: {
        title: "Cancelling",
        texts: [
          "Cancel at any time under Manage Billing. Your plan runs to the end of the month that is paid.",
          "Or delete your account under Profile Settings. It ends at once, and nothing is refunded.",
          "We may end an account with a month's notice, or at once after serious misuse.",
        ],
      },
      cancelFree: {
        title: "Cancelling",
        texts: [
          "Delete your account at any time under Profile Settings. It ends at once.",
          "We may end an account with a month's notice, or at once after serious misuse.",
        ],
      },
      data: {
        title: "Data",
        texts: [
          "Your data stays yours. Download it at any time under Profile Settings.",
          "You decide about your customers' data. We handle it for you only, as our privacy page says.",
        ],
      },
      liability: {
        title: "Liability",
        texts: [
          "We work with care, but do not promise a service without faults.",
          "We are liable for intent and gross negligence, and wherever the law does not let us limit it.",
          "Otherwise only for foreseeable damage, up to what you paid in the last twelve months.",
        ],
      },
      changes: {
        title: "Changes",
        texts: [
          "If these terms change, we tell you a month ahead. You can cancel until then.",
        ],
      },
    },
  },
});
