/** The window with a text to one person; loaded with the first of them. */
import type { Person } from "../../features/desk/types";
import type { Business } from "../../features/shell/types";
import { late } from "../../lib/late";

const messageWindow = late(
  () => import("../../features/messages/message-window"),
);

/** @param to has a number @param queue its name */
export function MessagePart({
  to,
  queue,
  business,
  onClose,
}: {
  to: Person;
  queue: string;
  business: Business;
  onClose: () => void;
}) {
  const { ticketId, number, name, phone } = to;
  if (phone === null) return null;
  return (
    <messageWindow.Screen
      to={{ ticketId, number, name, phone }}
      queue={queue}
      business={business}
      onClose={onClose}
      fallback={null}
    />
  );
}
