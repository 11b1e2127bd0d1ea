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
  notLoaded: "We couldn't load who runs this server.",
  tryAgain: "Try Again",
  withoutScript: "Turn on JavaScript to see who runs this server.",

  privacy: {
    title: "Privacy",
    intro: "What this server keeps about you, why, and for how long.",
    short: "In short",
    promises: [
      "No advertising, no tracking, no cookies. We don't sell your data.",
      "We use what you give us for your visit, your shop or your question, and nothing else.",
      "Your browser keeps what its pages need: your tickets, your log-in and your settings.",
      "Deleted data stays in backups until newer ones replace them.",
    ],
    about: {
      customers: "If you join a queue or book",
      owners: "If you run a shop here, or work in one",
      visitors: "If you look around",
    },
    aboutMore: {
      customers:
        "The shop decides about this data. This server keeps it for the shop.",
      owners: "We need this for the contract with the shop.",
      visitors: "We need this to answer you and to keep the server working.",
    },
    kept: (until: string) => `Kept ${until}.`,
    until: {
      visit: (time) => `until ${time} after the visit`,
      afterTicket: (time) => `until ${time} after the ticket ends`,
      stale: (time) => `until ${time} after the ticket would have expired`,
      for: (time) => `for ${time}`,
      lastUse: (time) => `until ${time} after the last use`,
      lastMessage: (time) => `until ${time} after the last message`,
      account: () => "as long as the shop has its account",
      asked: () => "until you stop it",
      optIn: () => "until you opt back in",
    } satisfies Record<Until, (time: string) => string>,
    data: {
      name: {
        what: "Your name, if you give it",
        why: "So the shop can call you by name.",
      },
      phone: {
        what: "Your phone number, if you give it",
        why: "So the shop can text you when it's your turn.",
      },
      email: {
        what: "Your e-mail address, if you give it, and what we sent there",
        why: "To confirm your booking and remind you of it.",
      },
      note: {
        what: "The shop's note about you, and its last change to your data",
        why: "So staff know what was agreed and can undo a mistake.",
      },
      visit: {
        what: "Your visit without your name: number, queue, times, how it went, and your feedback",
        why: "So the shop sees how long people wait.",
      },
      givenUp: {
        what: "A place or booking that you gave up or the shop removed",
        why: "So a mistake can be explained. Then we delete all of it.",
      },
      texts: {
        what: "Texts to you, with your number",
        why: "So the shop sees what was sent and whether it arrived.",
      },
      alerts: {
        what: "When and how you were called or reminded",
        why: "So the shop knows that a call reached you.",
      },
      pushes: {
        what: "The address where your browser gets notifications, if you allow them",
        why: "So your phone rings when the page is closed.",
      },
      network: {
        what: "A keyed hash of your network address, never the address",
        why: "So nobody can fill a queue on their own.",
      },
      manyJoins: {
        what: "The same hash, if many people join from one connection",
        why: "So the shop can tell customers from pranks.",
      },
      optOut: {
        what: "A hash of your number or address, once you opt out of texts or mails",
        why: "So you don't get any more.",
      },
      account: {
        what: "Your e-mail address, hashes of your password and browsers, your log-ins and the key of your log-in code",
        why: "So only you can get into your account.",
      },
      team: {
        what: "Names, e-mail addresses and roles of the people who work in your shop, a hash of each PIN, and each person's daily counts: calls, people served, people who didn't come, service time",
        why: "So each has a log-in, and the record and reports show who did what. When someone leaves, their name and counts stay.",
      },
      invitations: {
        what: "Invitations to your shop: name and e-mail address",
        why: "So the link works for this person only.",
      },
      unproven: {
        what: "An account that was never used",
        why: "The address may be a stranger's. Then we delete all of it.",
      },
      codes: {
        what: "The address we mail a code to, and a hash of the code",
        why: "To know that the address is yours.",
      },
      shop: {
        what: "Your shop: name, e-mail address, phone number, short addresses, logo, hours, queues and settings",
        why: "To run its queues, and to show it to customers.",
      },
      payments: {
        what: "Your plan, your payments, and your customer number at Stripe. We never see your card.",
        why: "So you get what you pay for. Stripe keeps its invoices as the law requires.",
      },
      connections: {
        what: "What you connect: Google Calendar with your busy times, your Twilio account, your calendar link",
        why: "To write bookings there, and to text from your own number. Keys are encrypted.",
      },
      revocations: {
        what: "The encrypted key to a Google Calendar, if we can't tell Google right away that you disconnected",
        why: "Only to tell Google.",
      },
      ownNetworks: {
        what: "A keyed hash of your shop's network",
        why: "So your customers on the shop's Wi-Fi can all join.",
      },
      ownMails: {
        what: "E-mails to you, including the newsletter",
        why: "To send each once, and to see whether it arrived.",
      },
      support: {
        what: "Your messages to support",
        why: "To help you, even when you come back to it later.",
      },
      audit: {
        what: "What admins and you did to the account: who, what and when",
        why: "So it can be explained. After the account is deleted, it stays without names.",
      },
      exports: {
        what: "The file with your data, once you ask for it",
        why: "So you can download it.",
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
        what: "That a device saw a shop's waits, but not whose device",
        why: "So the shop learns how many people left because of the wait.",
      },
      limits: {
        what: "A keyed hash of your network address, or an e-mail address you typed, with a count",
        why: "So nobody guesses passwords or floods the server.",
      },
    } satisfies Record<NoticeKind, Told>,
    processorsTitle: "Who else gets data",
    processors: {
      stripe: "Stripe takes shops' payments: e-mail address, plan and card.",
      twilio: "Twilio sends texts: the phone number and the message.",
      google:
        "Google, for shops that connect a calendar: number, name, queue and time of bookings.",
      resend: "Resend sends e-mails: the address and the message.",
      mailServer:
        "The operator's mail server sends e-mails: the address and the message.",
      push: "Your browser's maker delivers notifications to it. They are encrypted and hold your number, queue and shop, the time of a booking, and where to go.",
    },
    nobody: "Nobody.",
    standIns:
      "This is a test server: stand-ins replace some services, and nothing leaves the server through them.",
    rightsTitle: "Your rights",
    rights: [
      "Ask the shop, or the operator of this server, to show, correct or delete your data. It's free.",
      "You can withdraw consent, for example to texts and mails, at any time.",
      "Shop owners download and delete everything under Profile Settings.",
      "You may complain to your country's data protection authority.",
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
          "Keep your password to yourself. You are responsible for what happens in your account.",
          "Only text and mail people who gave you their number or address for it.",
          "Do not use the service for anything unlawful, and do not try to harm it.",
        ],
      },
      payment: {
        title: "Payment",
        texts: [
          "You pay for a plan monthly, in advance, at the price shown when you order it. Stripe takes the payment.",
          "If a payment fails, you have 7 days to fix it. After that, nobody new can join.",
        ],
      },
      cancelPaid: {
        title: "Cancelling",
        texts: [
          "Cancel at any time under Manage billing. Your plan runs to the end of the month you've paid for.",
          "Or delete your account under Profile Settings. It ends right away, with no refund.",
          "We may end an account with a month's notice, or immediately after serious misuse.",
        ],
      },
      cancelFree: {
        title: "Cancelling",
        texts: [
          "Delete your account at any time under Profile Settings. It ends right away.",
          "We may end an account with a month's notice, or immediately after serious misuse.",
        ],
      },
      data: {
        title: "Data",
        texts: [
          "Your data stays yours. Download it at any time under Profile Settings.",
          "You decide about your customers' data. We handle it only for you, as our privacy page says.",
        ],
      },
      liability: {
        title: "Liability",
        texts: [
          "We take care, but we do not promise a service without faults.",
          "We are liable for intent and gross negligence, and wherever the law does not let us limit liability.",
          "Otherwise we are liable only for foreseeable damage, up to what you paid in the last twelve months.",
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
