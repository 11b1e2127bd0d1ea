/** When a wait began: a booking waits from its time on, not from when it was made. */
export function waitsSince(ticket: {
  joinedAt: number;
  scheduledTime: number | null;
}): number {
  return Math.max(ticket.joinedAt, ticket.scheduledTime ?? 0);
}
