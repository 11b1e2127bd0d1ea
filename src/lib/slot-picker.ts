/** What calendar and times of one queue are given, and give: the screens that lend and borrow the picker share it. The picker itself is features/booking's. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../convex/_generated/api";

/** The business behind the join link. */
export type Shop = NonNullable<
  FunctionReturnType<typeof api.profile.businesses.publicProfile>
>;

/** What is picked so far: a day of the business, 'YYYY-MM-DD', then a time on it in epoch ms. */
export type Slot = { day: string | null; startsAt: number | null };

export type SlotPickerProps = {
  shop: Shop;
  /** Null before one is chosen: times are those of one queue. */
  queueId: string | null;
  slot: Slot;
  /** Below the times, or below the calendar before a day is picked. */
  error: string | null;
  /** Of the e-mail address, which is asked for where it is given and e-mails are sent. */
  emailError?: string | null;
  onPick: (slot: Slot) => void;
  /** The picked time has just gone: others have it, or it is too late to book it. */
  onGone: () => void;
};

/** Lent by the route. */
export type SlotPicker = ComponentType<SlotPickerProps>;
