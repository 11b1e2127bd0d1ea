/** Opening hours of a business: their form and default. Not the slots made from them. */
import { v, type Infer } from "convex/values";

const dayHours = v.nullable(v.object({ start: v.string(), end: v.string() }));

/** Keyed by weekday, 0 = Sunday; null is closed; times are 'HH:mm' on the business's own clock. */
export const operatingHoursValidator = v.object({
  "0": dayHours,
  "1": dayHours,
  "2": dayHours,
  "3": dayHours,
  "4": dayHours,
  "5": dayHours,
  "6": dayHours,
});
export type OperatingHours = Infer<typeof operatingHoursValidator>;

const nineToFive = { start: "09:00", end: "17:00" };

/** Monday to Friday 09:00 to 17:00 (product.md B5). */
export const defaultHours: OperatingHours = {
  "0": null,
  "1": nineToFive,
  "2": nineToFive,
  "3": nineToFive,
  "4": nineToFive,
  "5": nineToFive,
  "6": null,
};

export const DEFAULT_SLOT_MINUTES = 30;
