/** An appointment as the counter sees it, and what the card is lent by the route. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { SlotPicker } from "../../lib/slot-picker";

export type Appointment = FunctionReturnType<
  typeof api.booking.appointments.ofDay
>[number];

/** What its window does with it. */
export type OpenAppointment = {
  is: "moving" | "cancelling" | "mailing";
  appointment: Appointment;
};

export type Surroundings = {
  businessId: string;
  timeZone: string;
  picker: SlotPicker;
  /** The layout offers Undo for the picked queue by itself. */
  undoElsewhere: boolean;
};
