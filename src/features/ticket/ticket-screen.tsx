/** The live page of one ticket: picks its screen, and holds what all screens share. */
import "./ticket.css";
import { useQuery } from "convex/react";
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  type ReactNode,
} from "react";
import { api } from "../../../convex/_generated/api";
import { goToFragment } from "../../lib/address/location";
import type { SlotPicker } from "../../lib/slot-picker";
import { useCalm } from "../../lib/use-calm";
import { ticket as strings } from "../../strings/ticket";
import { Bone, Skeleton } from "../../ui/skeleton";
import { BOOK_FRAGMENT, FORM_FRAGMENT } from "./address";
import { CalledScreen } from "./line/called-screen";
import { EndedScreen } from "./ended/ended-screen";
import { ServedScreen } from "./ended/served-screen";
import { unlockSoundOnTap } from "./ring/taps";
import {
  forgetTicket,
  rememberTicket,
  useStoredTickets,
} from "./stored-tickets";
import { TicketWatch } from "./ring/ticket-watch";
export { unlockWakeLock } from "./ring/use-wake-lock";
import type { Profile, Ticket } from "./types";
import { WaitingScreen } from "./line/waiting-screen";

// Only for bookings, so walk-ins do not download it.
const ScheduledScreen = lazy(() => import("./scheduled/scheduled-screen"));

type Props = {
  secret: string;
  profile: Profile;
  subtitle: string;
  movePicker: SlotPicker;
};

export default function TicketScreen(props: Props) {
  const { secret, profile } = props;
  const ticket = useQuery(api.line.tickets.mine, { secret });
  const stored = useOwnTickets(profile);
  // Before the screen can be tapped.
  useLayoutEffect(unlockSoundOnTap, []);
  useCalm(ticket?.status ?? "");

  useEffect(() => {
    if (!ticket || ticket.endReason !== null) return;
    // Opened from a link on another phone: this device holds it from now on.
    rememberTicket({
      secret,
      businessId: ticket.businessId,
      queueId: ticket.queueId,
      takenAt: Date.now(),
    });
  }, [ticket, secret]);

  const calm = ticket?.status !== "called" && ticket?.status !== "serving";
  const several = stored.length > 1;
  const watches = stored.map((one) => (
    <TicketWatch
      key={one.secret}
      secret={one.secret}
      queueId={one.queueId}
      profile={profile}
      current={one.secret === secret}
      calm={calm}
      chip={several ? "tab" : undefined}
    />
  ));
  return (
    <Frame ticket={ticket} {...props}>
      {several ? (
        <nav
          aria-label={strings.own}
          className="flex flex-wrap gap-2 px-5 pt-1 pb-4 empty:hidden"
        >
          {watches}
        </nav>
      ) : (
        watches
      )}
    </Frame>
  );
}

/** For the form for another person: the ways back to the tickets of this device. A call of one comes first. */
export function TicketWatches({ profile }: { profile: Profile }) {
  return (
    <nav
      aria-label={strings.own}
      className="grid grid-cols-1 gap-2 empty:hidden"
    >
      {useOwnTickets(profile).map(({ secret, queueId }) => (
        <TicketWatch
          key={secret}
          secret={secret}
          queueId={queueId}
          profile={profile}
          current={false}
          calm
          chip="back"
        />
      ))}
    </nav>
  );
}

/** In the order of joining. */
function useOwnTickets({ businessId }: Profile) {
  const stored = useStoredTickets();
  return stored.filter((one) => one.businessId === businessId).reverse();
}

function Frame(
  props: Props & {
    ticket: Ticket | null | undefined;
    children: ReactNode;
  },
) {
  const { ticket, secret, profile, subtitle, movePicker, children } = props;
  const joinAgain = () => {
    forgetTicket(secret);
    goToFragment(ticket?.isScheduled ? BOOK_FRAGMENT : FORM_FRAGMENT);
  };
  const loading = (
    <>
      {children}
      <TicketSkeleton />
    </>
  );
  if (ticket === undefined) return loading;
  const shared = { profile, subtitle, watches: children };
  if (ticket === null) {
    return <EndedScreen ticket={null} onJoinAgain={joinAgain} {...shared} />;
  }
  switch (ticket.status) {
    case "waiting":
      if (ticket.isScheduled && ticket.scheduledTime !== null) {
        return (
          <Suspense fallback={loading}>
            <ScheduledScreen
              ticket={ticket}
              bookedAt={ticket.scheduledTime}
              holder={{ secret }}
              movePicker={movePicker}
              {...shared}
            />
          </Suspense>
        );
      }
      return <WaitingScreen ticket={ticket} secret={secret} {...shared} />;
    case "called":
    case "serving":
      return (
        <CalledScreen
          ticket={ticket}
          secret={secret}
          onJoinAgain={joinAgain}
          {...shared}
        />
      );
    case "completed":
      return (
        <ServedScreen
          ticket={ticket}
          secret={secret}
          onJoinAgain={joinAgain}
          {...shared}
        />
      );
    case "skipped":
    case "cancelled":
    case "expired":
      return (
        <EndedScreen ticket={ticket} onJoinAgain={joinAgain} {...shared} />
      );
  }
}

function TicketSkeleton() {
  return (
    <main id="main" className="px-5 pt-5">
      <Skeleton label={strings.loading} className="grid gap-4">
        <Bone className="h-11 w-3/4" />
        <Bone className="h-9 w-1/2" />
        <Bone className="h-96 rounded-xl" />
      </Skeleton>
    </main>
  );
}
