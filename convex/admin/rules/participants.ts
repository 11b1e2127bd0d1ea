/** People in queues as platform admins see them. The rows are read in data/participants.ts. */
import { v, type Infer } from "convex/values";
import {
  ACTIVE,
  ticketStatusValidator,
  type TicketStatus,
} from "../../queue/rules/ticketState";

/** One status, everyone in the queue now, or all tickets. */
export const participantStatus = v.union(
  v.literal("active"),
  v.literal("all"),
  ...ticketStatusValidator.members,
);
export type ParticipantStatus = Infer<typeof participantStatus>;

export const participantAnswer = v.object({
  ticketId: v.id("tickets"),
  queueId: v.id("queues"),
  queueName: v.string(),
  letter: v.nullable(v.string()),
  number: v.number(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** Only the last digits of the phone number are visible until the admin reveals it. */
  isMasked: v.boolean(),
  status: ticketStatusValidator,
  /** A booking that was not due yet when it last changed. */
  isScheduled: v.boolean(),
  joinedAt: v.number(),
  scheduledTime: v.nullable(v.number()),
});

/** The statuses to include; null for all. */
export function statusesOf(
  wanted: ParticipantStatus,
): readonly TicketStatus[] | null {
  if (wanted === "all") return null;
  return wanted === "active" ? ACTIVE : [wanted];
}
