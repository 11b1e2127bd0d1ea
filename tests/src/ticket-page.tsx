/** The live page of the sample ticket, as the route draws it. The booking calendar is a button. */
import TicketScreen from "../../src/features/ticket/ticket-screen.tsx";
// Loaded already, so that a booking takes no time that React cannot see.
import "../../src/features/ticket/scheduled/scheduled-screen.tsx";
import type { Profile } from "../../src/features/ticket/types.ts";
import type { SlotPicker } from "../../src/lib/slot-picker.ts";
import { draw, type FakeBackend } from "./fake-backend.tsx";
import { SECRET, SHOP } from "./samples.ts";

/** The time that the stand-in for the calendar picks. */
export const PICKED = Date.parse("2026-11-26T14:00:00Z");
const OneTime: SlotPicker = ({ slot, error, onPick }) => (
  <>
    <button
      aria-pressed={slot.startsAt === PICKED}
      onClick={() => onPick({ day: "2026-11-26", startsAt: PICKED })}
    >
      14:00
    </button>
    {error !== null && <p role="alert">{error}</p>}
  </>
);

/** Draws it. Returns a function that unmounts it. */
export const drawTicket = async (
  backend: FakeBackend,
  profile: Profile = SHOP,
): Promise<() => Promise<void>> =>
  await draw(
    backend,
    <TicketScreen
      secret={SECRET}
      profile={profile}
      subtitle="Open until 17:00"
      movePicker={OneTime}
    />,
  );
