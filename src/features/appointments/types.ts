/** An appointment as the counter sees it, and what the card is lent by the route. */
import type { FunctionReturnType } from "convex/server";
import type { ComponentType } from "react";
import type { api } from "../../../convex/_generated/api";

export type Appointment = FunctionReturnType<
  typeof api.appointments.ofDay
>[number];

/** What is picked so far: a day of the business, 'YYYY-MM-DD', then a time on it in epoch ms. */
export type Slot = { day: string | null; startsAt: number | null };

/** Calendar and times of one queue: they belong to booking. */
export type SlotPicker = ComponentType<{
  shop: NonNullable<FunctionReturnType<typeof api.businesses.publicProfile>>;
  queueId: string | null;
  slot: Slot;
  error: string | null;
  onPick: (slot: Slot) => void;
  /** The picked time has just gone. */
  onGone: () => void;
}>;

export type Surroundings = {
  businessId: string;
  timeZone: string;
  picker: SlotPicker;
  /** Without a connection nobody can be told. */
  disabled: boolean;
  /** The layout offers Undo for the picked queue by itself. */
  undoElsewhere: boolean;
};
