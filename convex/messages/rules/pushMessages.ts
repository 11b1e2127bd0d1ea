/** The words of a push, without names and secrets. Its path leads to the page that finds the device's ticket. */
import type { Infer } from "convex/values";
import { oneOf } from "../../base/rules/oneOf";
import type { AlertKind } from "./escalation";
import { ticketName } from "../../queue/rules/ticketName";
import type { TicketState } from "../../queue/rules/ticketState";

/** The routes that the service worker (public/sw.js) calls. */
export const pushPaths = {
  receipt: "/api/push-receipt",
  renewed: "/api/push-renewed",
} as const;

export type PushMessage = {
  title: string;
  body: string;
  /** One notification per ticket: a newer one replaces it. */
  tag: string;
  /** The path that a tap opens, on our site. */
  path: string;
  /** It rings, and stays until the customer touches it. */
  isCall: boolean;
  /** It replaces another notification without ringing. */
  isQuiet: boolean;
  /** The receipt that the device sends back; null if none is needed. */
  receipt: string | null;
};

/** What replaces a call that no longer stands: back in the line, back after a missed call, or ended. */
export const withdrawalValidator = oneOf("back", "missed", "over");
type Withdrawal = Infer<typeof withdrawalValidator>;

/** The withdrawal that fits the ticket's state. */
export function withdrawalOf({
  status,
  missedCallAt,
}: Pick<TicketState, "status" | "missedCallAt">): Withdrawal {
  if (status !== "waiting") return "over";
  return missedCallAt === undefined ? "back" : "missed";
}

export type PushFacts = {
  kind: AlertKind | Withdrawal;
  letter: string | null;
  number: number;
  queue: string;
  shop: string;
  /** Where a called customer goes; null: the counter. */
  place: string | null;
  /** For an upcoming booking, as the shop writes it, such as '14:30'; null without one. */
  time: string | null;
  /** How late the shop is; 0 if it is not. */
  minutesLate: number;
};

/** How long a push service keeps trying, in seconds. A late call is useless. */
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

/** Owners typed the names of queues and shops. */
export function pushWords(facts: PushFacts): { title: string; body: string } {
  const { kind, letter, number, queue, shop, time, minutesLate } = facts;
  const place = facts.place ?? "the counter";
  const ticket = `Ticket ${ticketName(letter, number)} · ${queue} · ${shop}`;
  const words = (title: string, said: string) => ({
    title,
    body: `${said} ${ticket}`,
  });
  const at = time ?? "";
  switch (kind) {
    case "called":
      return words("Your turn!", `You have been called to ${place}.`);
    case "almost":
      return words("Almost your turn", "Please stay close to the counter.");
    case "late":
      return words(
        `Running about ${minutesLate} min late`,
        "Your place is safe.",
      );
    case "bookingTomorrow":
      return { title: `Your booking is tomorrow at ${at}`, body: ticket };
    case "bookingSoon":
      return { title: `Your booking is today at ${at}`, body: ticket };
    case "back":
      return words(
        "Back in line",
        "The call was taken back. You keep your place.",
      );
    case "missed":
      return words(
        "Back in line",
        "You were called but weren't there. The next call is your last.",
      );
    case "over":
      return words("Your ticket has ended", "Please ask at the counter.");
  }
}
