/**
 * What a push tells a phone: composed here, because it is shown when no page
 * is there to find words. The payload is encrypted for the browser, and still
 * holds nobody's name and no secret: its path leads to the page that finds the
 * device's own ticket.
 */
import { v, type Infer } from "convex/values";
import type { AlertKind } from "./escalation";
import type { TicketState } from "../../queue/rules/ticketState";

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
  /** It takes the place of another and rings nobody. */
  isQuiet: boolean;
  /** What the device answers with once it has it; null for one that nobody waits for. */
  receipt: string | null;
};

/** What takes the place of a call that is none any more: back in the line, back after a missed call, or the ticket's end. */
export const withdrawalValidator = v.union(
  v.literal("back"),
  v.literal("missed"),
  v.literal("over"),
);
type Withdrawal = Infer<typeof withdrawalValidator>;

/** Which it is. */
export function withdrawalOf({
  status,
  missedCallAt,
}: Pick<TicketState, "status" | "missedCallAt">): Withdrawal {
  if (status !== "waiting") return "over";
  return missedCallAt === undefined ? "back" : "missed";
}

/** What is known where a message is composed. */
export type PushFacts = {
  kind: AlertKind | Withdrawal;
  number: number;
  queue: string;
  shop: string;
  /** Of a booking ahead, by the shop's clock, such as '14:30'; null without one. */
  time: string | null;
  /** How late the shop is; 0 if it is not. */
  minutesLate: number;
};

/** How long a push service keeps trying, in seconds: a call is of now, or of nobody. */
export const keepTryingFor: Readonly<Record<PushFacts["kind"], number>> = {
  called: 120,
  almost: 300,
  late: 1_800,
  bookingTomorrow: 4 * 3_600,
  bookingSoon: 1_800,
  back: 1_800,
  missed: 1_800,
  over: 1_800,
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
    case "back":
      return {
        title: "Back in the queue",
        body: `You are not called any more and keep your place. ${ticket}`,
      };
    case "missed":
      return {
        title: "Back in the queue",
        body: `You were called and not there; the next call is the last. ${ticket}`,
      };
    case "over":
      return {
        title: "Your ticket has ended",
        body: `Please ask at the counter. ${ticket}`,
      };
  }
}
