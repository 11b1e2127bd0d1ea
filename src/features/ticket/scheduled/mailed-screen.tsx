/** What the link in a booking's mail opens: the booking, or that it is over (product.md E8). Nothing changes without a press. */
import { useQuery } from "convex/react";
import { useEffect, type ReactNode } from "react";
import { api } from "../../../../convex/_generated/api";
import { goToFragment } from "../../../lib/address/location";
import { useEach } from "../../../lib/server/use-each";
import type { SlotPicker } from "../../../lib/slot-picker";
import { ticket as strings } from "../../../strings/ticket";
import { BOOK_FRAGMENT, ticketFragment } from "../address";
import { EndedScreen } from "../ended/ended-screen";
import { useStoredTickets } from "../stored-tickets";
import type { Profile, Ticket } from "../types";
import ScheduledScreen from "./scheduled-screen";

export default function MailedScreen(props: {
  token: string;
  profile: Profile;
  subtitle: string;
  movePicker: SlotPicker;
  watches: ReactNode;
  loading: ReactNode;
}) {
  const { token, loading, ...shared } = props;
  const found = useQuery(api.booking.mailed.view, { token });
  const own = useOwnSecret(found?.ticketId ?? null);
  useEffect(() => {
    if (typeof own === "string")
      goToFragment(ticketFragment(own), { replace: true });
  }, [own]);

  if (found === undefined || own !== null) return loading;
  const booking = found?.booking ?? null;
  if (found === null || booking === null || booking.scheduledTime === null) {
    const { over, unknown } = strings.mailed;
    return (
      <EndedScreen
        {...shared}
        ticket={null}
        words={found === null ? unknown : over}
        // The join link: the same address without a fragment.
        onJoinAgain={() => goToFragment(window.location.search)}
      />
    );
  }
  if (booking.endReason !== null) {
    return (
      <EndedScreen
        {...shared}
        ticket={{ ...booking, isScheduled: true, calledAt: null }}
        onJoinAgain={() => goToFragment(BOOK_FRAGMENT)}
      />
    );
  }
  return (
    <ScheduledScreen
      {...shared}
      // The mail does not name the customer.
      ticket={{
        ...booking,
        ticketId: found.ticketId,
        name: shared.profile.name,
      }}
      bookedAt={booking.scheduledTime}
      holder={{ token }}
    />
  );
}

/** The secret, if this phone holds the ticket itself; null if not, undefined while that is asked. */
function useOwnSecret(ticketId: Ticket["ticketId"] | null) {
  const stored = useStoredTickets();
  const secrets = stored.map(({ secret }) => secret);
  // A failed one has no id.
  const answers: Record<string, Partial<Ticket> | null | undefined> = useEach(
    api.line.tickets.mine,
    "secret",
    secrets,
  );
  const tickets = Object.entries(answers);
  if (ticketId === null) return null;
  const own = tickets.find(([, one]) => one?.ticketId === ticketId);
  if (own !== undefined) return own[0];
  return tickets.some(([, one]) => one === undefined) ? undefined : null;
}
