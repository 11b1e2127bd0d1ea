/** People in queues as platform admins see them. Which rows these are, is data/participants.ts. */
import { v, type Infer } from "convex/values";
import {
  ACTIVE,
  ticketStatusValidator,
  type TicketStatus,
} from "../../queue/rules/ticketState";

/** One status, everybody who is in the queue now, or all there ever were. */
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
  number: v.number(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  /** All but the last digits of the phone are hidden until the admin has it shown. */
  isMasked: v.boolean(),
  /** One ticket is one person. */
  partySize: v.number(),
  status: ticketStatusValidator,
  joinedAt: v.number(),
  scheduledTime: v.nullable(v.number()),
});

/** What has to be among these to be meant. */
export function statusesOf(
  wanted: ParticipantStatus,
): readonly TicketStatus[] | null {
  if (wanted === "all") return null;
  return wanted === "active" ? ACTIVE : [wanted];
}
