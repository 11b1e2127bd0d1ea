/** The types shared by the slot picker and the screens that use it. The picker itself is in features/booking. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../convex/_generated/api";

export type Shop = NonNullable<
  FunctionReturnType<typeof api.profile.businesses.publicProfile>
>;

/** The picks so far: a day of the business, 'YYYY-MM-DD', then a time on it in epoch ms. */
export type Slot = { day: string | null; startsAt: number | null };

export type SlotPickerProps = {
  shop: Shop;
  /** null before one is chosen: times are those of one queue. */
  queueId: string | null;
  slot: Slot;
  error: string | null;
  onPick: (slot: Slot) => void;
  /** The picked time has just gone: taken, or too late to book. */
  onGone: () => void;
};

/** Passed down by the route. */
export type SlotPicker = ComponentType<SlotPickerProps>;
