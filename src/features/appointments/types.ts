/** An appointment as the desk sees it, and the props that the route passes to the card. */
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { ShopHours } from "../../../convex/business/rules/openSpans";
import type { SlotPicker } from "../../lib/slot-picker";

export type Appointment = FunctionReturnType<
  typeof api.booking.appointments.ofDay
>[number];

export type OpenAppointment = {
  is: "moving" | "cancelling" | "mailing";
  appointment: Appointment;
};

export type Surroundings = {
  businessId: string;
  shop: ShopHours;
  picker: SlotPicker;
};
