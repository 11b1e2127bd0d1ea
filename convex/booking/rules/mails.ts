/** Mails about bookings and the newsletter, without anything the customer typed: the address may be a stranger's. */
import {
  dateIn,
  timeIn,
  writingOf,
  zoneIn,
  type ClockChoice,
} from "../../base/rules/clock";
import {
  appointmentSequence,
  appointmentUid,
  calendarFile,
  type Appointment,
} from "../../calendar/rules/file";
import { composed, isolated } from "../../mail/rules/compose";
import type { Mail } from "../../mail/rules/mail";
import type { BookingNews } from "../../mail/rules/mailRules";
import { ticketName } from "../../queue/rules/ticketName";
import { wordsAt, type Reminder } from "../../messages/rules/reminders";

type Shop = {
  name: string;
  phone: string | null;
  timezone: string;
  country: string | null;
  clock?: ClockChoice;
};

export type BookingFacts = {
  shop: Shop;
  /** The product's address, without a trailing slash. */
  siteUrl: string;
  joinUrl: string;
  /** Opens the booking (product.md E8). */
  bookingUrl: string;
  unsubscribeUrl: string;
  queue: { letter: string | null; name: string };
  ticket: {
    queueId: string;
    generation: number;
    number: number;
    joinedAt: number;
  };
};

const HEADLINES = {
  confirmed: ["Booked", "Your appointment is booked."],
  moved: ["Moved", "Your appointment has moved."],
  cancelled: ["Cancelled", "Your appointment is cancelled."],
} as const;

/** The mail for a booking made, moved or cancelled, with a calendar file. @param sender the From address */
export function bookingMail(
  facts: BookingFacts,
  news: BookingNews,
  more: { endsAt: number; madeAt: number; sender: string; to: string },
): Mail {
  const { shop, bookingUrl: url } = facts;
  const { startsAt } = news;
  const { endsAt, madeAt, sender, to } = more;
  const at = `${shop.name}, ${timeAt(startsAt, shop)}`;
  const method = news.what === "cancelled" ? "CANCEL" : "REQUEST";
  const file = calendarFile(
    appointmentOf(facts, { url, startsAt, endsAt, madeAt }),
    {
      name: method,
      organizer: { name: shop.name, address: sender },
      attendee: to,
    },
  );
  const [word, sentence] = HEADLINES[news.what];
  return {
    ...aboutBooking(facts, `${word}: ${at}`, sentence, news),
    calendar: { method, file },
  };
}

/** A booking as an entry of its holder's calendar. */
export function appointmentOf(
  facts: Pick<BookingFacts, "shop" | "siteUrl" | "queue" | "ticket">,
  more: Pick<Appointment, "url" | "startsAt" | "endsAt" | "madeAt">,
): Appointment {
  const { shop, siteUrl, queue, ticket } = facts;
  return {
    uid: appointmentUid(ticket, URL.parse(siteUrl)?.host ?? "yourturn"),
    sequence: appointmentSequence(ticket.joinedAt, more.madeAt),
    title: `Appointment at ${shop.name}`,
    description: `Ticket ${ticketName(queue.letter, ticket.number)}, ${queue.name}.`,
    ...more,
  };
}

/** A reminder. @param at the time of the first try, so that each retry has the same words */
export function reminderMail(
  facts: BookingFacts,
  kind: Reminder,
  startsAt: number,
  at: number,
): Mail {
  const { name, timezone } = facts.shop;
  const subject = `Reminder: ${name}, ${timeAt(startsAt, facts.shop)}`;
  const day =
    wordsAt(startsAt, timezone, at) === "bookingSoon" ? "today" : "tomorrow";
  const when = kind === "bookingSoon" ? "soon" : day;
  return aboutBooking(facts, subject, `Your appointment is ${when}.`, {
    what: "moved",
    startsAt,
  });
}

export function newsletterMail(unsubscribeUrl: string): Mail {
  return composed({
    subject: "You are on Yourturn's list",
    lines: [
      "This address was signed up for news from Yourturn: a few e-mails a year.",
      "If it wasn't you, use the link below.",
    ],
    links: [["Take this address off the list", unsubscribeUrl]],
    unsubscribeUrl,
  });
}

/** Such as "Wednesday 25 November 2026 at 10:30 GMT", as the shop writes it. */
export function timeAt(
  at: number,
  shop: Pick<Shop, "timezone" | "country" | "clock">,
): string {
  const { timezone } = shop;
  const writing = writingOf(shop);
  const date = dateIn(at, timezone, { dateStyle: "full" }, writing);
  const time = timeIn(at, timezone, writing);
  return `${date} at ${time} ${zoneIn(at, timezone, writing)}`;
}

function aboutBooking(
  facts: BookingFacts,
  subject: string,
  first: string,
  { what, startsAt }: BookingNews,
): Mail {
  const { shop, ticket, queue, unsubscribeUrl } = facts;
  const time = timeAt(startsAt, shop);
  const isOff = what === "cancelled";
  const contact = shop.phone === null ? [] : [`Questions? Call ${shop.phone}.`];
  return composed({
    subject,
    lines: [
      first,
      `${isolated(shop.name)}\n${isOff ? `It was for ${time}` : time}\n${isolated(queue.name)}, ticket ${ticketName(queue.letter, ticket.number)}`,
      isOff
        ? "You can book another time on the shop's page."
        : "To move or cancel it, open your booking with the link below.",
      ...contact,
    ],
    links: [
      isOff
        ? ["The shop's page", facts.joinUrl]
        : ["Your booking", facts.bookingUrl],
      [`Stop e-mails about bookings at ${isolated(shop.name)}`, unsubscribeUrl],
    ],
    unsubscribeUrl,
  });
}
