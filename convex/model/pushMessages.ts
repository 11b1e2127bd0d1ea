/**
 * What a push tells a phone: composed here, because it is shown when no page
 * is there to find words. The payload is encrypted for the browser, and still
 * holds nobody's name and no secret: its path leads to the page that finds the
 * device's own ticket.
 */
import type { AlertKind } from "./ladder";

/** Where the service worker (public/sw.js) answers. */
export const pushPaths = {
  receipt: "/api/push-receipt",
  renewed: "/api/push-renewed",
} as const;

export type PushMessage = {
  title: string;
  body: string;
  /** One notification a ticket: a newer one takes its place. */
  tag: string;
  /** Where a tap leads, a path of our own. */
  path: string;
  /** It rings, and stays until somebody touches it. */
  isCall: boolean;
  /** What the device answers with once it has it. */
  receipt: string;
};

/** What is known where a message is composed. */
export type PushFacts = {
  kind: AlertKind;
  number: number;
  queue: string;
  shop: string;
  /** Of a booking ahead, by the shop's clock, such as '14:30'; null without one. */
  time: string | null;
  /** How late the shop is; 0 if it is not. */
  minutesLate: number;
};

/** How long a push service keeps trying, in seconds: a call is of now, or of nobody. */
export const keepTryingFor: Readonly<Record<AlertKind, number>> = {
  called: 120,
  almost: 300,
  late: 1_800,
  bookingTomorrow: 4 * 3_600,
  bookingSoon: 1_800,
};

/** Title and body; names of queues and shops are what their owners have typed. */
export function pushWords(facts: PushFacts): { title: string; body: string } {
  const { kind, number, queue, shop, time, minutesLate } = facts;
  const ticket = `Ticket #${number} · ${queue} · ${shop}`;
  const at = time ?? "";
  switch (kind) {
    case "called":
      return {
        title: "Your turn!",
        body: `You have been called to the counter. ${ticket}`,
      };
    case "almost":
      return {
        title: "Almost your turn",
        body: `Please stay close to the counter. ${ticket}`,
      };
    case "late":
      return {
        title: `Running about ${minutesLate} min late`,
        body: `Your place is safe. ${ticket}`,
      };
    case "bookingTomorrow":
      return { title: `Your booking is tomorrow at ${at}`, body: ticket };
    case "bookingSoon":
      return { title: `Your booking is today at ${at}`, body: ticket };
  }
}
