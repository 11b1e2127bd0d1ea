/** One watcher per ticket on this device: rings for it, keeps the screen on when its turn is close, and links to it. */
import { useQuery, useMutation } from "convex/react";
import { useEffect, useCallback } from "react";
import { api } from "../../../../convex/_generated/api";
import { positionOf } from "../../../../convex/queue/rules/line";
import { goToFragment } from "../../../lib/address/location";
import { useNow } from "../../../lib/time/use-now";
import { ticketFragment } from "../address";
import { BackChip, Chip } from "../chip";
import { goesOn } from "../line/goes-on";
import { isSettled } from "../ended/is-settled";
import { canVibrate, closeNotifications, mustRing, ring } from "./ring";
import { audible, canSound } from "./sound";
import { forgetTicket } from "../stored-tickets";
import { markRung, markShown, rungFor, shownFor } from "./marks";
import type { Profile } from "../types";
import { useAlmost } from "./use-almost";
import { useWakeLock } from "./use-wake-lock";
import type { FunctionArgs } from "convex/server";

/** With this few ahead the screen stays on, so the phone need not be unlocked when it rings. */
const AWAKE_AHEAD = 3;

/** In this time another tab of this browser that can sound has marked that it rings. */
const OTHER_TABS_MS = 1_500;

/** Rings once per call. Forgets the ticket when it is over and not on screen. */
export function TicketWatch(props: {
  secret: string;
  queueId: string;
  profile: Profile;
  current: boolean;
  /** No called ticket is on screen, so a call of this ticket may replace it. */
  calm: boolean;
  /** Shows a link to the ticket: beside those to others, or back from the form. */
  chip?: "tab" | "back";
}) {
  const { secret, queueId, profile, current, calm, chip } = props;
  const ticket = useQuery(api.line.tickets.mine, { secret });
  // The stored queue saves a round trip. Staff may have moved the ticket since.
  const line = useQuery(api.line.tickets.line, {
    queueId: ticket?.queueId ?? queueId,
  });
  const now = useNow("minute");
  const over =
    ticket === null || (ticket !== undefined && isSettled(ticket, now));
  const position =
    ticket && line ? positionOf(line.waiting, ticket.number) : null;
  // While calling is stopped, no ticket is close.
  const goes = ticket && line && goesOn(profile, line, ticket, now);
  const ahead = position !== null && goes ? position - 1 : null;
  const told = useTold(secret);
  useAlmost(secret, ticket?.ticketId, ahead, profile.almostAt, told);
  useWakeLock(
    ticket?.status === "called" || (ahead !== null && ahead <= AWAKE_AHEAD),
  );

  useEffect(() => {
    const rung = Math.max(rungFor(secret), shownFor(secret));
    if (!ticket || !mustRing(ticket, rung)) return;
    const { callCount } = ticket;
    markShown(secret, callCount);
    if (audible() !== null) {
      // Before ringing, because another tab of this browser reads the same mark.
      markRung(secret, callCount);
      told({ kind: "called", callCount }, canVibrate() ? undefined : "maybe");
    }
    ring(ticket);
    if (!current && calm) goToFragment(ticketFragment(secret));
  }, [ticket, secret, current, calm, told]);

  const ticketId = ticket?.ticketId;
  const waitsForAnswer = ticket?.status === "called" && !ticket.acknowledged;
  const callCount = waitsForAnswer ? ticket.callCount : null;
  useSeen(secret, callCount);
  // Not with the ring: the page that shows a call may be replaced by its ticket's, which then waits.
  useEffect(() => {
    if (callCount === null) return;
    const timer = window.setTimeout(() => {
      const isSilent = rungFor(secret) < callCount;
      if (isSilent) told({ kind: "called", callCount }, true);
    }, OTHER_TABS_MS);
    return () => window.clearTimeout(timer);
  }, [secret, callCount, told]);
  useEffect(() => {
    if (ticketId && !waitsForAnswer) void closeNotifications(ticketId);
  }, [ticketId, waitsForAnswer]);

  const { minutes } = profile.notice ?? { minutes: 0 };
  const waits = ticket?.status === "waiting";
  useEffect(() => {
    if (waits && minutes > 0) told({ kind: "late" });
  }, [waits, minutes, told]);

  useEffect(() => {
    if (over && !current) forgetTicket(secret);
  }, [over, current, secret]);

  if (chip === undefined || !ticket || over) return null;
  if (chip === "back") {
    return <BackChip {...{ ticket, secret, position, now }} />;
  }
  return (
    <Chip
      ticket={ticket}
      secret={secret}
      position={position}
      current={current}
      onGo={!calm}
      now={now}
    />
  );
}

type Report = FunctionArgs<typeof api.messages.alerts.pageRang>;

/**
 * Reports to the server the alerts that this page gave, so that no other channel repeats them (product.md AL2). Reports
 * only if the page is visible or can make sound. If the report is lost, another channel alerts.
 */
function useTold(
  secret: string,
): (occasion: Report["occasion"], silent?: Report["silent"]) => void {
  const rang = useMutation(api.messages.alerts.pageRang);
  return useCallback(
    (occasion, silent) => {
      if (document.visibilityState === "hidden" && !canSound()) return;
      const report = { occasion, ...(silent !== undefined && { silent }) };
      void rang({ secret, ...report }).catch(() => undefined);
    },
    [rang, secret],
  );
}

/** A touch shows that the customer noticed the call. @param callCount of a call that waits for an answer, or null */
function useSeen(secret: string, callCount: number | null): void {
  const rang = useMutation(api.messages.alerts.pageRang);
  useEffect(() => {
    if (callCount === null) return;
    const occasion = { kind: "called", callCount } as const;
    const seen = () =>
      void rang({ secret, occasion, seen: true }).catch(() => undefined);
    window.addEventListener("pointerdown", seen, { once: true });
    return () => window.removeEventListener("pointerdown", seen);
  }, [rang, secret, callCount]);
}
